import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/communication/collectives.ts";
import type { Framework } from "../../scenario/framework.ts";
import { type Recurring, recurring, streamBytes } from "../communication/communication.ts";
import { overlapped } from "../communication/overlap.ts";
import { groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { encoderStages } from "../model/encoderStages.ts";
import type { ModelContext } from "../model/layerContext.ts";

/** A tensor that a stage sends to the next one, and whose gradient it sends back. */
interface Sent<N> {
  readonly what: string;
  /** The stack (encoder or decoder) whose residual stream is sent. */
  readonly of: Context<N>;
  /** Sends for each micro-batch and chunk. */
  readonly times: 1 | 2;
}

/**
 * Sends between stages for one micro-batch on one device: a tensor forward and its gradient back for each
 * chunk. Every tensor-parallel rank sends its share, and the receivers gather the rest over the scale-up
 * links (arXiv:2104.04473, section 4.1). Sequence parallelism needs no such gather. Stacks that do not share
 * out tensors that all ranks hold send them whole.
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
          what: `received ${of === ctx ? "activation" : what} shards`,
        } as const),
        ...{ group: groupOf(plan, cluster, "tp"), bytes: streamBytes(of, x.one), calls },
      };
      return [send, recurring(ctx, gathered)];
    }),
  );
  if (!plan.overlap.pp) return all;
  return overlapped(
    ctx,
    behind,
    all.map((sent) => [{ sent, share: nothing }]),
  );
}

/** One direction of a stage's sends. */
interface Way {
  readonly what: string;
  readonly times: 1 | 2;
  /** True where a rank sends only its share; false where every rank sends the whole tensor. */
  readonly shared: boolean;
}

/** Directions of a tensor's sends: one entry for both where they are shared alike. */
function waysOf<N>({ what, times }: Sent<N>, shares: Framework["stageShares"]): readonly Way[] {
  if (shares !== "activations") return [{ what, times, shared: shares === "all" }];
  const there: Way = { what: times === 2 ? "activations" : what, times: 1, shared: true };
  return times === 2 ? [there, { what: "gradients of activations", times: 1, shared: false }] : [there];
}

/**
 * Tensors that a stage of an encoder-decoder sends. Stages before the split send the encoder's stream. Stages
 * after it send the decoder's stream and, for later layers, the encoder's result (NVIDIA/Megatron-LM,
 * megatron/core/pipeline_parallel/schedules.py, get_tensor_shapes). Only that result crosses the split.
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
