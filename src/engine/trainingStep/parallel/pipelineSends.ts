import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/communication/collectives.ts";
import type { Framework } from "../../scenario/framework.ts";
import { beside } from "../communication/beside.ts";
import { type Recurring, recurring, streamBytes } from "../communication/communication.ts";
import { groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { encoderStages } from "../model/encoderStages.ts";
import type { ModelContext } from "../model/layerContext.ts";

/** A tensor that a stage sends on, and whose gradient it sends back. */
interface Sent<N> {
  readonly what: string;
  /** The stack whose residual stream it is. */
  readonly of: Context<N>;
  /** Sends of a micro-batch and chunk. */
  readonly times: 1 | 2;
}

/**
 * Sends between stages for one micro-batch on one device: a tensor forward and its gradient back for each chunk.
 * Every tensor-parallel rank sends its share and gathers the rest over the scale-up links (arXiv:2104.04473, section
 * 4.1), which sequence parallelism makes needless, or the whole, where the stack does not share out what ranks hold alike.
 */
export function pipelineSends<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  behind: N,
): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.pp === 1) return [];
  const nothing = alg.constant("share that cannot be hidden", 0, "1", "sends overlap other micro-batches");
  const same = plan.tp > 1 && !plan.sequenceParallel;
  const group = groupOf(plan, cluster, "pp");
  const all = sentBy(ctx, stage).flatMap((sent) =>
    waysOf(sent, same ? plan.framework.stageShares : "all").flatMap(({ what, times, shared }) => {
      const n = alg.constant("directions", times, "1", "activations forward, gradients backward");
      const calls = alg.apply(book.product, { n, n_c: x.vpp });
      const { of } = sent;
      const bytes = streamBytes(of, shared ? x.tp : x.one);
      const send = recurring(ctx, { dimension: "pp", op: "send_recv", what, group, bytes, calls });
      if (!same || !shared) return [send];
      const gathered = {
        ...({
          dimension: "pp",
          op: "all_gather",
          what: `received shares${of === ctx ? "" : ` of ${what}`}`,
        } as const),
        ...{ group: groupOf(plan, cluster, "tp"), bytes: streamBytes(of, x.one), calls },
      };
      return [send, recurring(ctx, gathered)];
    }),
  );
  if (!plan.overlap.pp) return all;
  return beside(
    ctx,
    behind,
    all.map((sent) => [{ sent, share: nothing }]),
  );
}

interface Way {
  readonly what: string;
  readonly times: 1 | 2;
  /** A rank sends its share alone; else the whole, as every other rank does. */
  readonly shared: boolean;
}

/** Forward and back as one where both go alike. */
function waysOf<N>({ what, times }: Sent<N>, shares: Framework["stageShares"]): readonly Way[] {
  if (shares !== "activations") return [{ what, times, shared: shares === "all" }];
  const there: Way = { what: times === 2 ? "activations" : what, times: 1, shared: true };
  return times === 2 ? [there, { what: "gradients of activations", times: 1, shared: false }] : [there];
}

/**
 * Of an encoder and a decoder, stages before the split send the encoder's stream, those after it the decoder's and, for the
 * layers to come, the encoder's result beside it (NVIDIA/Megatron-LM, megatron/core/pipeline_parallel/schedules.py,
 * get_tensor_shapes). Across the split goes that result alone.
 */
function sentBy<N>(ctx: ModelContext<N>, { stage, embedding, head }: StageLayout): readonly Sent<N>[] {
  const what = "activations and their gradients";
  const first = encoderStages(ctx.scenario.model, ctx.scenario.plan);
  const encoder = ctx.kinds.find(({ of }) => of.part.role === "encoder");
  if (first === 0 || !encoder) return [{ what, of: ctx, times: 2 }];
  if (stage < first) return [{ what, of: encoder, times: 2 }];
  const result: Sent<N> = { what: "the encoder's result and its gradients", of: encoder, times: 2 };
  if (embedding && head) return [result];
  return [{ what, of: ctx, times: embedding ? 1 : 2 }, result];
}
