import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/communication/collectives.ts";
import type { Framework } from "../../scenario/framework.ts";
import { type Recurring, recurring, streamBytes } from "../communication/communication.ts";
import { overlapped } from "../communication/overlap.ts";
import { type Group, groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { encoderStages } from "../model/encoderStages.ts";
import { contextAt, type ModelContext } from "../model/layerContext.ts";
import { degreeOfLayer } from "../model/plannedKinds.ts";
import { imageTokens, visionInputs } from "../model/visionInputs.ts";

/**
 * A tensor that passes from one pipeline stage to the next in the forward pass, and its gradient in the reverse way.
 */
interface Sent<N> {
  readonly what: string;
  /** Inputs of the layer stack (encoder or decoder) whose residual stream is sent. */
  readonly of: Context<N>;
  /** Number of sends for each micro-batch and chunk: 1 for one direction, 2 where a gradient goes back. */
  readonly times: 1 | 2;
}

/**
 * Sends between pipeline stages for one micro-batch on one device: for each chunk a tensor forward and its gradient
 * back. Under tensor parallelism each rank sends one shard, and the receivers all-gather the shards (arXiv:2104.04473,
 * section 4.1). Sequence parallelism needs no all-gather, because ranks hold shards anyway. Without sequence
 * parallelism, some frameworks send the whole tensor from every rank (`stage_shares`). `between` is the group of ranks
 * that send, where it is not the plan's on its cluster.
 */
export function pipelineSends<N>(
  all: ModelContext<N>,
  stage: StageLayout,
  behind: N,
  between: Group | null = null,
): readonly Recurring<N>[] {
  const ctx = sender(all, stage);
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.pp === 1) return [];
  const nothing = alg.constant("share that cannot be hidden", 0, "1", "sends overlap other micro-batches");
  const same = plan.tp > 1 && !plan.sequenceParallel;
  const group = between ?? groupOf(plan, cluster, "pp");
  const sends = sentBy(ctx, stage).flatMap((sent) =>
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
  if (!plan.overlap.pp) return sends;
  return overlapped(
    ctx,
    behind,
    sends.map((sent) => [{ sent, share: nothing }]),
  );
}

/**
 * Context in whose layout a stage sends: that of its last layer, or for the last stage, which sends only gradients, that
 * of the layer before its first.
 */
function sender<N>(ctx: ModelContext<N>, { head, spans }: StageLayout): ModelContext<N> {
  if (ctx.degrees.length === 0) return ctx;
  const [first, end] = spans[0] ?? [0, 0];
  const { alg, scenario, x } = contextAt(ctx, degreeOfLayer(ctx.scenario.plan, (head ? first : end) - 1));
  return { ...ctx, alg, scenario, x };
}

/** Sends of one tensor in one direction between stages, or in both directions where both are sent alike. */
interface Way {
  readonly what: string;
  readonly times: 1 | 2;
  /**
   * True where each tensor-parallel rank sends one shard of the tensor; false where every rank sends the whole tensor.
   */
  readonly shared: boolean;
}

/**
 * Splits a tensor's sends by direction: one entry for both directions, or two where ranks send shards of activations
 * but whole gradients (`shares` is `activations`).
 */
function waysOf<N>({ what, times }: Sent<N>, shares: Framework["stageShares"]): readonly Way[] {
  if (shares !== "activations") return [{ what, times, shared: shares === "all" }];
  const there: Way = { what: times === 2 ? "activations" : what, times: 1, shared: true };
  return times === 2 ? [there, { what: "gradients of activations", times: 1, shared: false }] : [there];
}

/**
 * Tensors that a pipeline stage sends: the residual stream, except in an encoder-decoder. There, stages of the encoder
 * send the encoder's stream; stages of the decoder send the decoder's stream and the encoder's result, which later
 * layers need (NVIDIA/Megatron-LM, megatron/core/pipeline_parallel/schedules.py, get_tensor_shapes). From encoder to
 * decoder only the encoder's result is sent.
 */
function sentBy<N>(ctx: ModelContext<N>, { stage, embedding, head }: StageLayout): readonly Sent<N>[] {
  const what = "activations and their gradients";
  const first = encoderStages(ctx.scenario.model, ctx.scenario.plan);
  if (ctx.scenario.model.vision && stage < first) return [sentByVision(ctx, stage === first - 1)];
  const encoder = ctx.kinds.find(({ of }) => of.part.role === "encoder");
  if (first === 0 || !encoder) return [{ what, of: ctx, times: 2 }];
  if (stage < first) return [{ what, of: encoder, times: 2 }];
  const result: Sent<N> = { what: "the encoder's result and its gradients", of: encoder, times: 2 };
  if (embedding && head) return [result];
  return [{ what, of: ctx, times: embedding ? 1 : 2 }, result];
}

/**
 * Tensor that a stage of the vision encoder sends: the encoder's residual stream, or from its `last` stage the
 * projected image tokens. A frozen encoder receives no gradients.
 */
function sentByVision<N>(ctx: ModelContext<N>, last: boolean): Sent<N> {
  const { alg, x, scenario } = ctx;
  const encoder = ctx.kinds.find(({ of }) => of.part.role === "vision") ?? ctx;
  const trained = (last && !scenario.plan.frozen.includes("projector")) || encoder.gradients !== "none";
  const what = `${last ? "image tokens" : "activations"}${trained ? " and their gradients" : ""}`;
  const times = trained ? 2 : 1;
  const inputs = last ? visionInputs(alg, scenario.model) : null;
  if (inputs === null) return { what, of: encoder, times };
  return { what, of: { ...ctx, x: { ...x, localSeqLen: imageTokens(inputs) } }, times };
}
