import * as collectives from "../../formulas/communication/collectives.ts";
import { loadedCopies } from "../../formulas/model/loads.ts";
import * as book from "../../formulas/model/moe.ts";
import { type LayerComm, NO_COMM, type Recurring, recurring } from "../communication/communication.ts";
import { overlapped } from "../communication/overlap.ts";
import type { Compute } from "../compute/layerTime.ts";
import { placesOfToken } from "../experts/expertPlaces.ts";
import { expertGroup, insideExpertGroup } from "../fabric/expertGroups.ts";
import type { Group } from "../fabric/groups.ts";
import type { ExpertInputs } from "../inputs/expertInputs.ts";
import { drops } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Expert-parallel collectives of one layer for one micro-batch: all-to-alls send tokens to their experts and results
 * back, forward and backward (arXiv:2006.16668, section 3.1). Collectives of the forward pass run again where the
 * experts are recomputed. Where several devices shard each expert (`etp`), they all-gather the received tokens and
 * reduce-scatter the outputs. `placed` are earlier collectives that already overlap parts of the layer.
 */
export function expertComm<N>(
  ctx: LayerContext<N>,
  experts: ExpertInputs<N>,
  layer: Compute<N>,
  placed: LayerComm<N> = NO_COMM,
): LayerComm<N> {
  const { alg, scenario } = ctx;
  const { plan, cluster } = scenario;
  const inside = insideExpertGroup(plan, cluster);
  const { x } = ctx;
  const there = tokenHops(ctx, experts, x.dispatchBytes);
  const back = tokenHops(ctx, experts, x.activationBytes);
  const alike = plan.precision.dispatchBytes === plan.precision.activationBytes;
  const gathered = alg.apply(collectives.product, {
    n: dispatchPayload(ctx, experts, x.activationBytes),
    n_c: experts.t_e,
  });
  const nothing = alg.constant(
    "share that cannot be hidden",
    0,
    "1",
    "all-to-alls overlap other micro-batches",
  );
  const hidden = (behind: N, sent: readonly Recurring<N>[], earlier: readonly Recurring<N>[] = []) =>
    overlapped(
      ctx,
      behind,
      sent.map((one) => [{ sent: one, share: nothing }]),
      earlier,
    );
  const exchange = (
    sent: string,
    pass: keyof LayerComm<N>,
    shared: Shared<N> | null,
    again = "",
  ): readonly Recurring<N>[] => {
    const found: Recurring<N>[] = [];
    const legs =
      alike && shared === null
        ? [{ hops: there, way: "to the experts and back", n: 2, behind: null }]
        : [
            { hops: there, way: "to the experts", n: 1, behind: shared?.there ?? null },
            { hops: back, way: "back from the experts", n: 1, behind: shared?.back ?? null },
          ];
    for (const { hops, way, n, behind } of legs) {
      const calls = alg.constant("calls per layer", n, "1", way);
      const leg = hops.map(({ where, group, bytes }) => {
        const what = `${sent} ${way}${again}${where}`;
        return recurring(ctx, { dimension: "ep", op: "all_to_all", what, group, bytes, calls });
      });
      found.push(...(behind === null ? leg : hidden(behind, leg)));
    }
    if (plan.etp > 1) {
      const calls = alg.constant("calls per layer", 1, "1", "before and after the experts");
      const what = `${sent} to the experts and back${again}`;
      for (const op of ["all_gather", "reduce_scatter"] as const)
        found.push(recurring(ctx, { dimension: "ep", op, what, group: inside, bytes: gathered, calls }));
    }
    return plan.overlap.ep ? hidden(layer[pass], found, placed[pass]) : found;
  };
  const redone = ctx.recompute.kind === "full" || drops(ctx.recompute, "moe");
  const shared = plan.overlap.sharedExperts ? layer.shared : null;
  const forwards = shared && { there: shared.dispatch.forward, back: shared.combine.forward };
  // Gradients travel in reverse: the combine's path first.
  const backwards = shared && { there: shared.combine.backward, back: shared.dispatch.backward };
  return {
    forward: exchange("tokens", "forward", forwards),
    recompute: redone ? exchange("tokens", "recompute", forwards, ", recomputed") : [],
    backward: exchange("gradients of tokens", "backward", backwards),
  };
}

/**
 * Time of a layer's shared experts in one pass, s, split by the all-to-all that it overlaps: `there` to the routed
 * experts, `back` from them.
 */
interface Shared<N> {
  readonly there: N;
  readonly back: N;
}

/** One all-to-all on a token's path to its experts, such as the exchange between nodes or the one inside nodes. */
interface Hop<N> {
  readonly where: string;
  readonly group: Group;
  readonly bytes: N;
}

/**
 * All-to-alls on a token's path to its experts, with `B_x` bytes per element. `per_expert` dispatch sends a copy for
 * each of the token's experts over the whole group. Otherwise one copy goes to each node with any of these experts,
 * and from there to each device with any of them (DeepEP: arXiv:2412.19437, section 3.2.2). Results return by these
 * all-to-alls in reverse, perhaps in another number format, and are summed where copies were made.
 */
function tokenHops<N>(ctx: LayerContext<N>, experts: ExpertInputs<N>, B_x: N): readonly Hop<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  const group = expertGroup(plan, cluster);
  if (group.size === 1) return [];
  if (plan.dispatch === "per_expert")
    return [{ where: "", group, bytes: dispatchPayload(ctx, experts, B_x) }];
  const onDevices = placed(group.size);
  if (group.tier !== "both") return [{ where: "", group, bytes: onDevices }];
  const across: Group = { ...group, size: group.outer, inner: 1, tier: "scale_out" };
  const inside: Group = { size: group.inner, inner: group.inner, outer: 1, tier: "scale_up" };
  return [
    { where: ", between nodes", group: across, bytes: placed(group.outer) },
    { where: ", inside nodes", group: inside, bytes: onDevices },
  ];

  /** Copies of a token that the busiest of `places` devices or nodes receives; `n_c` is the average over them. */
  function loaded(n_c: N, places: number): N {
    const { load } = experts;
    return load ? alg.apply(loadedCopies, { n_c, lambda: load.busiest(places) }) : n_c;
  }

  function placed(places: number): N {
    return alg.apply(book.placedPayload, {
      B_x,
      n_z: loaded(placesOfToken(ctx, experts, places), places),
      s: x.localSeqLen,
      b: x.microBatch,
      h: x.dModel,
      t_s: x.seqSplit,
    });
  }
}

function dispatchPayload<N>({ alg, x }: LayerContext<N>, { received: k }: ExpertInputs<N>, B_x: N): N {
  return alg.apply(book.dispatchPayload, {
    B_x,
    k,
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s: x.seqSplit,
  });
}
