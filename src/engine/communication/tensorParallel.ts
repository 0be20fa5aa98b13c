import type { Compute } from "../compute/layerTime.ts";
import { isLow } from "../compute/precision.ts";
import { skippedEnds } from "../compute/recomputed.ts";
import type { Context } from "../context.ts";
import * as book from "../formulas/collectives.ts";
import type { LayerContext } from "../layerContext.ts";
import type { Plan } from "../scenario/plan.ts";
import type { CollectiveOp } from "./collectiveTime.ts";
import {
  type Hiding,
  halve,
  type LayerComm,
  type Recurring,
  recurring,
  streamBytes,
} from "./communication.ts";
import { type Group, groupOf } from "./groups.ts";

/**
 * Tensor-parallel collectives of one layer and micro-batch: two all-reduces forward and two backward
 * (arXiv:1909.08053, section 3), or as many all-gathers and reduce-scatters under sequence parallelism
 * (arXiv:2205.05198, section 4.2.2); forward ones again under full recomputation.
 */
export function layerTpComm<N>(ctx: LayerContext<N>, layer: Compute<N>): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.tp === 1) return { forward: [], backward: [] };
  const group = groupOf(plan, cluster, "tp");
  const bytes = streamBytes(ctx, x.one);
  // Inputs of linear layers are gathered as they will be multiplied: in 8 or 4 bits where they are cast.
  const operands = isLow(plan.precision) ? streamBytes(ctx, x.one, x.operandBytes) : bytes;
  const share = alg.apply(book.shardBytes, { Q: x.one, n: x.tp });
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  const hides = hidden ? hiding(ctx, layer, share) : null;
  // Backward, blocks of numbers along rows and along columns have scales of their own: a gradient is gathered in both casts.
  const gradients = gathersBoth(plan)
    ? alg.sum("a gradient in both casts", "B", [
        { label: "along rows", value: operands },
        { label: "along columns", value: operands },
      ])
    : operands;
  const ops: readonly CollectiveOp[] = plan.sequenceParallel
    ? ["all_gather", "reduce_scatter"]
    : ["all_reduce"];
  const item = (op: CollectiveOp, times: number, what: string, pass: Pass): Recurring<N> => {
    const calls = alg.constant("calls of a layer", times, "1", "arXiv:1909.08053, section 3");
    const gathered = pass === "backward" ? gradients : operands;
    const sent = op === "all_gather" ? gathered : bytes;
    return recurring(ctx, { dimension: "tp", op, what, group, bytes: sent, calls }, hides?.(pass, op));
  };
  const items = (times: number, what: string, pass: Pass): readonly Recurring<N>[] =>
    ops.map((op) => item(op, times, what, pass));
  // Routed experts take each rank's share of the sequence as it is: only attention and shared experts gather it.
  // Attention and feed-forward of a parallel block share one (arXiv:2204.02311, section 2).
  const routed = ctx.experts !== null && ctx.experts.n_h === null;
  const blocks = scenario.model.block === "parallel" ? 1 : ctx.sublayers - (routed ? 1 : 0);
  if (blocks === 0) return { forward: [], backward: [] };
  const backward = [...items(blocks, "activation gradients", "backward"), ...maxima(ctx, group, blocks)];
  if (ctx.recompute.kind === "full")
    for (const op of ops) {
      // A product that is skipped has no result to add up; inputs are gathered nonetheless.
      const skipped = skippedEnds(plan).filter((end) => !routed || end === "attention_end");
      const left = op === "all_gather" ? blocks : blocks - skipped.length;
      if (left > 0) backward.push(item(op, left, "activations, recomputed", "recompute"));
    }
  return { forward: [...items(blocks, "activations", "forward"), ...maxima(ctx, group, blocks)], backward };
}

/** What ranks agree on before each of so many gathers: the largest number of a tensor whose scale is of that, before any casts its part. */
function maxima<N>(ctx: Context<N>, group: Group, gathers: number): readonly Recurring<N>[] {
  const { alg, scenario } = ctx;
  if (!scenario.plan.sequenceParallel || !castsByOwnMaximum(scenario.plan)) return [];
  const source = "NVIDIA/TransformerEngine, pytorch/csrc/quantizer.cpp: with_amax_reduction";
  const bytes = alg.constant("maxima of a tensor", 8, "B", source);
  const calls = alg.constant("calls of a layer", gathers, "1", "one before each gather");
  const what = "maxima of what is gathered";
  return [recurring(ctx, { dimension: "tp", op: "all_reduce", what, group, bytes, calls })];
}

/** Whether what the gradients of inputs and of weights read are different casts, both of which travel. */
const gathersBoth = ({ precision: { scaling }, lora }: Plan): boolean =>
  lora === null &&
  (scaling === "blockwise" || scaling === "mx" || scaling === "nvfp4" || scaling === "mxfp4");

/** Whether a scale is of the whole tensor's maximum, found when it is cast. */
const castsByOwnMaximum = ({ precision: { scaling } }: Plan): boolean =>
  scaling === "current" || scaling === "nvfp4";

type Pass = "forward" | "backward" | "recompute";

/**
 * What hides the collectives of a layer's passes; `share` is one rank's of the sequence. In pieces all of a pass's computation
 * hides all but one piece. Else a gather is beside the product of the rank's own share, for which the forward products, as long
 * as the gradients of the weights, stand; those themselves hide the scatter of the inputs' gradients, and nothing a scatter forward.
 */
function hiding<N>(
  ctx: Context<N>,
  layer: Compute<N>,
  share: N,
): (pass: Pass, op: CollectiveOp) => Hiding<N> | undefined {
  const { alg, scenario } = ctx;
  if (scenario.plan.framework.tpOverlap === "pieces")
    return (pass) => ({ behind: halve(ctx, layer[pass]), share });
  const nothing = alg.constant("share that nothing can hide", 0, "1", "a product runs beside all of it");
  return (pass, op) => {
    if (op === "all_gather")
      return { behind: alg.apply(book.totalCallTime, { n_c: share, tau: layer.weights }), share: nothing };
    return pass === "backward" ? { behind: layer.weights, share: nothing } : undefined;
  };
}

/** Vocabulary-parallel collectives of one micro-batch at the two ends of the model. */
export function endsTpComm<N>(ctx: Context<N>): {
  readonly embedding: LayerComm<N>;
  readonly head: LayerComm<N>;
} {
  const none: LayerComm<N> = { forward: [], backward: [] };
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  // Every rank embeds an image's patches by itself, and its head reads one token.
  if (plan.tp === 1 || scenario.model.patches) return { embedding: none, head: none };
  const group = groupOf(plan, cluster, "tp");
  const stream = streamBytes(ctx, x.one);
  const item = (op: CollectiveOp, what: string, bytes: N, times: number): Recurring<N> => {
    const calls = alg.constant("calls of a micro-batch", times, "1", "arXiv:1909.08053, section 3");
    return recurring(ctx, { dimension: "tp", op, what, group, bytes, calls });
  };
  const loss = alg.apply(book.lossPayload, { B_f: x.floatBytes, s: x.localSeqLen, b: x.microBatch });
  const losses = item("all_reduce", "softmax of the loss", loss, 3);
  return plan.sequenceParallel
    ? {
        embedding: {
          forward: [item("reduce_scatter", "embeddings", stream, 1)],
          backward: [item("all_gather", "embedding gradients", stream, 1)],
        },
        head: {
          forward: [item("all_gather", "input of the head", stream, 1), losses],
          backward: [item("reduce_scatter", "gradient of the head's input", stream, 1)],
        },
      }
    : {
        embedding: { forward: [item("all_reduce", "embeddings", stream, 1)], backward: [] },
        head: {
          forward: [losses],
          backward: [item("all_reduce", "gradient of the head's input", stream, 1)],
        },
      };
}
