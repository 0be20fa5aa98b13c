import { drops } from "./activations.ts";
import { type Recurring, recurring } from "./communication.ts";
import type { LayerContext } from "./context.ts";
import { type ExpertInputs, expertGroup, insideExpertGroup } from "./experts.ts";
import * as collectives from "./formulas/collectives.ts";
import * as book from "./formulas/moe.ts";
import type { Compute } from "./layerTime.ts";

/**
 * The exchange of tokens of one layer and micro-batch: an all-to-all to the experts and one back, forward and backward
 * (arXiv:2006.16668, section 3.1), and once more where the mixture is computed again. Where experts are split among devices,
 * these gather the arrived tokens and add up their outputs.
 */
export function expertComm<N>(
  ctx: LayerContext<N>,
  experts: ExpertInputs<N>,
  layer: Compute<N>,
): { readonly forward: readonly Recurring<N>[]; readonly backward: readonly Recurring<N>[] } {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const group = expertGroup(plan, cluster);
  const inside = insideExpertGroup(plan, cluster);
  const payload = alg.apply(book.dispatchPayload, {
    B_x: x.activationBytes,
    ...{ k: experts.k, s: x.localSeqLen, b: x.microBatch, h: x.dModel, t_s: x.seqSplit },
  });
  const gathered = alg.apply(collectives.product, { n: payload, n_c: experts.t_e });
  const nothing = alg.constant(
    "share that nothing can hide",
    0,
    "1",
    "tokens travel beside other micro-batches",
  );
  const exchange = (what: string, times: number, behind: N): readonly Recurring<N>[] => {
    const hide = plan.overlap.ep ? { behind, share: nothing } : undefined;
    const found: Recurring<N>[] = [];
    if (plan.ep > 1) {
      const calls = alg.constant("calls of a layer", 2 * times, "1", "to the experts and back");
      found.push(
        recurring(ctx, { dimension: "ep", op: "all_to_all", what, group, bytes: payload, calls }, hide),
      );
    }
    if (plan.etp > 1) {
      const calls = alg.constant("calls of a layer", times, "1", "before and after the experts");
      for (const op of ["all_gather", "reduce_scatter"] as const)
        found.push(
          recurring(ctx, { dimension: "ep", op, what, group: inside, bytes: gathered, calls }, hide),
        );
    }
    return found;
  };
  const again = plan.recompute.kind === "full" || drops(plan.recompute, "moe");
  return {
    forward: exchange("tokens to the experts and back", 1, layer.forward),
    backward: [
      ...exchange("gradients of tokens to the experts and back", 1, layer.backward),
      ...(again ? exchange("tokens to the experts and back, recomputed", 1, layer.recompute) : []),
    ],
  };
}
