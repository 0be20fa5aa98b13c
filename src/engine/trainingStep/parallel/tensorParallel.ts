import * as book from "../../formulas/communication/collectives.ts";
import { partShare } from "../../formulas/communication/overlap.ts";
import * as payloads from "../../formulas/communication/payloads.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { CollectiveOp } from "../collectives/collectiveTime.ts";
import {
  type LayerComm,
  NO_COMM,
  type Recurring,
  recurring,
  streamBytes,
} from "../communication/communication.ts";
import { type Overlapping, overlapped } from "../communication/overlap.ts";
import type { Compute } from "../compute/layerTime.ts";
import { type Group, groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { isLow } from "../inputs/precision.ts";
import { keepsByOperator, skippedEnds } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Tensor-parallel collectives of one layer for one micro-batch: two all-reduces forward and two backward
 * (arXiv:1909.08053, section 3), or two all-gathers and two reduce-scatters in each pass under sequence parallelism
 * (arXiv:2205.05198, section 4.2.2). Collectives of the forward pass run again under full recomputation. `placed` are
 * earlier collectives that already overlap parts of the layer.
 */
export function layerTpComm<N>(
  ctx: LayerContext<N>,
  layer: Compute<N>,
  placed: LayerComm<N> = NO_COMM,
): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.tp === 1) return NO_COMM;
  const group = groupOf(plan, cluster, "tp");
  const bytes = streamBytes(ctx, x.one);
  // Inputs of linear layers are gathered in the matmul's format: 8 or 4 bits where they are cast.
  const operands = isLow(plan.precision) ? streamBytes(ctx, x.one, x.operandBytes) : bytes;
  // In backward, blocks along rows and along columns have their own scales, so both casts of a gradient are
  // gathered.
  const gradients = gathersBoth(ctx)
    ? alg.sum("activation gradient in both of its quantised layouts", "B", [
        { label: "activation gradient quantised along rows", value: operands },
        { label: "activation gradient quantised along columns", value: operands },
      ])
    : operands;
  const ops: readonly CollectiveOp[] = plan.sequenceParallel
    ? ["all_gather", "reduce_scatter"]
    : ["all_reduce"];
  const item = (op: CollectiveOp, times: number, what: string, pass: Pass): Recurring<N> => {
    const calls = alg.constant("calls per layer", times, "1", "arXiv:1909.08053, section 3");
    const gathered = pass === "backward" ? gradients : operands;
    const sent = op === "all_gather" ? gathered : bytes;
    return recurring(ctx, { dimension: "tp", op, what, group, bytes: sent, calls });
  };
  // Routed experts use each rank's sequence shard directly, so only attention and shared experts gather it.
  // Attention and feed-forward of a parallel block share one gather (arXiv:2204.02311, section 2).
  const routed = ctx.experts !== null && ctx.experts.n_h === null;
  const blocks = scenario.model.block === "parallel" ? 1 : ctx.sublayers - (routed ? 1 : 0);
  if (blocks === 0) return { ...NO_COMM, recompute: gatheredInput(ctx, group, 0) };
  // A skipped matmul has no result to reduce; its inputs are gathered nonetheless.
  const skipped = skippedEnds(plan).filter((end) => !routed || end === "attention_end");
  const again = (op: CollectiveOp): number => {
    // Checkpointing by operator saves the results of reduce-scatters.
    if (keepsByOperator(ctx.recompute) && op !== "reduce_scatter")
      return blocks - (op === "all_reduce" ? skipped.length : 0);
    if (ctx.recompute.kind !== "full") return 0;
    return op === "all_gather" ? blocks : blocks - skipped.length;
  };
  const found = {
    forward: ops.map((op) => item(op, blocks, "activations", "forward")),
    recompute: [
      ...gatheredInput(ctx, group, skipped.length),
      ...ops.flatMap((op) => {
        const left = again(op);
        return left > 0 ? [item(op, left, "activations, recomputed", "recompute")] : [];
      }),
    ],
    backward: ops.map((op) => item(op, blocks, "activation gradients", "backward")),
  };
  const hidden = plan.overlap.tp && plan.sequenceParallel ? hiding(ctx, layer, placed, found) : found;
  const agreed = maxima(ctx, group, blocks);
  return {
    ...hidden,
    forward: [...hidden.forward, ...agreed],
    backward: [...hidden.backward, ...agreed],
  };
}

/**
 * All-gather of a recomputed layer's saved input, where each rank saves a shard of it. The layer cannot begin without it,
 * so it overlaps nothing (NVIDIA/Megatron-LM, megatron/core/tensor_parallel/random.py: gather_split_1d_tensor). Where the
 * stream stays sharded between layers, it is half of the layer's own all-reduce, and is sent alone only where recomputation
 * skips one of them.
 */
function gatheredInput<N>(ctx: LayerContext<N>, group: Group, skipped: number): readonly Recurring<N>[] {
  const { alg, x, recompute, keepsInput, scenario } = ctx;
  const joined = scenario.plan.framework.inputGather === "joined" && skipped === 0;
  if (!recompute.distribute || !keepsInput || joined) return [];
  const calls = alg.constant("calls per layer", 1, "1", "arXiv:1910.02054, section 6.1");
  const bytes = streamBytes(ctx, x.one);
  const what = "saved inputs of recomputed layers";
  return [recurring(ctx, { dimension: "tp", op: "all_gather", what, group, bytes, calls })];
}

/**
 * All-reduces of a quantised tensor's maximum, before each of `gathers` all-gathers of one layer: ranks that shard a
 * tensor need its maximum to cast their shards with one scale. Empty where a tensor has no such scale.
 */
function maxima<N>(ctx: Context<N>, group: Group, gathers: number): readonly Recurring<N>[] {
  const { alg, scenario } = ctx;
  if (!scenario.plan.sequenceParallel || !castsByOwnMaximum(scenario.plan)) return [];
  const source = "NVIDIA/TransformerEngine, pytorch/csrc/quantizer.cpp: with_amax_reduction";
  const bytes = alg.constant("maxima of a tensor", 8, "B", source);
  const calls = alg.constant("calls per layer", gathers, "1", "one before each gather");
  const what = "maxima of gathered tensors";
  return [recurring(ctx, { dimension: "tp", op: "all_reduce", what, group, bytes, calls })];
}

/**
 * True where a gathered gradient is sent in two quantised forms, because its scales differ between rows and columns:
 * the matmul for the inputs' gradient reads one form, and the matmul for the weights' gradient the other.
 */
const gathersBoth = ({ gradients, scenario }: Context<unknown>): boolean => {
  const { scaling } = scenario.plan.precision;
  return (
    gradients === "weights" &&
    (scaling === "blockwise" || scaling === "mx" || scaling === "nvfp4" || scaling === "mxfp4")
  );
};

/** True for quantisation that takes a tensor's scale from the current maximum of the whole tensor. */
const castsByOwnMaximum = ({ precision: { scaling } }: Plan): boolean =>
  scaling === "current" || scaling === "nvfp4";

type Pass = keyof LayerComm<unknown>;

/**
 * Computes the exposed time of a layer's tensor-parallel collectives that overlap matmuls. If the framework splits
 * them into pieces (`tpOverlap`), a pass hides all but one piece. Otherwise an all-gather overlaps the matmul of the
 * rank's own shard, and the backward reduce-scatter overlaps the matmul for the weights' gradient. The forward
 * reduce-scatter then overlaps nothing.
 */
function hiding<N>(
  ctx: Context<N>,
  layer: Compute<N>,
  placed: LayerComm<N>,
  { forward, recompute, backward }: LayerComm<N>,
): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const share = alg.apply(partShare, { c: x.one, n: x.tp });
  if (scenario.plan.framework.tpOverlap === "pieces") {
    const inPieces = (pass: Pass, sent: readonly Recurring<N>[]): readonly Recurring<N>[] => {
      const ways = sent.map((one): readonly [Overlapping<N>] => [{ sent: one, share }]);
      return overlapped(ctx, layer[pass], ways, placed[pass]);
    };
    return {
      forward: inPieces("forward", forward),
      recompute: inPieces("recompute", recompute),
      backward: inPieces("backward", backward),
    };
  }
  const { matmuls, weights } = layer;
  if (matmuls === null) return { forward, recompute, backward };
  const nothing = alg.constant("share that cannot be hidden", 0, "1", "it fully overlaps a matmul");
  const hidden = (gathers: N, scatters: N | null, sent: readonly Recurring<N>[]): readonly Recurring<N>[] =>
    sent.flatMap((one) => {
      const gathered = one.op === "all_gather";
      if (!gathered && scatters === null) return [one];
      const behind = gathered ? alg.apply(book.totalCallTime, { n_c: share, tau: gathers }) : (scatters as N);
      return overlapped(ctx, behind, [[{ sent: one, share: nothing }]]);
    });
  return {
    forward: hidden(matmuls.forward, null, forward),
    recompute: hidden(matmuls.recompute, null, recompute),
    backward: hidden(matmuls.backward, weights, backward),
  };
}

/**
 * Tensor-parallel collectives of one micro-batch at the model's ends, embedding and head, whose vocabulary is sharded
 * over the tensor-parallel ranks.
 */
export function endsTpComm<N>(ctx: Context<N>): {
  readonly embedding: LayerComm<N>;
  readonly head: LayerComm<N>;
} {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  // Every rank embeds all patches of an image, and the head reads a single token.
  if (plan.tp === 1 || scenario.model.patches) return { embedding: NO_COMM, head: NO_COMM };
  const group = groupOf(plan, cluster, "tp");
  const stream = streamBytes(ctx, x.one);
  const item = (op: CollectiveOp, what: string, bytes: N, times: number): Recurring<N> => {
    const calls = alg.constant("calls per micro-batch", times, "1", "arXiv:1909.08053, section 3");
    return recurring(ctx, { dimension: "tp", op, what, group, bytes, calls });
  };
  const loss = alg.apply(payloads.lossPayload, { B_f: x.floatBytes, s: x.localSeqLen, b: x.microBatch });
  const losses = item("all_reduce", "softmax statistics of the loss", loss, 3);
  return plan.sequenceParallel
    ? {
        embedding: {
          ...NO_COMM,
          forward: [item("reduce_scatter", "embeddings", stream, 1)],
          backward: [item("all_gather", "embedding gradients", stream, 1)],
        },
        head: {
          ...NO_COMM,
          forward: [item("all_gather", "input of the head", stream, 1), losses],
          backward: [item("reduce_scatter", "gradient of the head's input", stream, 1)],
        },
      }
    : {
        embedding: { ...NO_COMM, forward: [item("all_reduce", "embeddings", stream, 1)] },
        head: {
          ...NO_COMM,
          forward: [losses],
          backward: [item("all_reduce", "gradient of the head's input", stream, 1)],
        },
      };
}
