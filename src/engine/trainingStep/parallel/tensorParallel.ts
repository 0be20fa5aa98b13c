import { partShare } from "../../formulas/communication/beside.ts";
import * as book from "../../formulas/communication/collectives.ts";
import * as payloads from "../../formulas/communication/payloads.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { CollectiveOp } from "../collectives/collectiveTime.ts";
import { type Beside, beside } from "../communication/beside.ts";
import {
  type LayerComm,
  NO_COMM,
  type Recurring,
  recurring,
  streamBytes,
} from "../communication/communication.ts";
import type { Compute } from "../compute/layerTime.ts";
import { type Group, groupOf } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { isLow } from "../inputs/precision.ts";
import { keepsByOperator, skippedEnds } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Tensor-parallel collectives of one layer and micro-batch: two all-reduces forward and two backward
 * (arXiv:1909.08053, section 3), or as many all-gathers and reduce-scatters under sequence parallelism
 * (arXiv:2205.05198, section 4.2.2); forward ones again under full recomputation. `settled` runs beside parts of the layer already.
 */
export function layerTpComm<N>(
  ctx: LayerContext<N>,
  layer: Compute<N>,
  settled: LayerComm<N> = NO_COMM,
): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.tp === 1) return NO_COMM;
  const group = groupOf(plan, cluster, "tp");
  const bytes = streamBytes(ctx, x.one);
  // Inputs of linear layers are gathered as they will be multiplied: in 8 or 4 bits where they are cast.
  const operands = isLow(plan.precision) ? streamBytes(ctx, x.one, x.operandBytes) : bytes;
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
    return recurring(ctx, { dimension: "tp", op, what, group, bytes: sent, calls });
  };
  // Routed experts take each rank's share of the sequence as it is: only attention and shared experts gather it.
  // Attention and feed-forward of a parallel block share one (arXiv:2204.02311, section 2).
  const routed = ctx.experts !== null && ctx.experts.n_h === null;
  const blocks = scenario.model.block === "parallel" ? 1 : ctx.sublayers - (routed ? 1 : 0);
  if (blocks === 0) return NO_COMM;
  // A product that is skipped has no result to add up; inputs are gathered nonetheless.
  const skipped = skippedEnds(plan).filter((end) => !routed || end === "attention_end");
  const again = (op: CollectiveOp): number => {
    // A policy by operator keeps what reduce-scatters give.
    if (keepsByOperator(ctx.recompute) && op !== "reduce_scatter")
      return blocks - (op === "all_reduce" ? skipped.length : 0);
    if (ctx.recompute.kind !== "full") return 0;
    return op === "all_gather" ? blocks : blocks - skipped.length;
  };
  const found = {
    forward: ops.map((op) => item(op, blocks, "activations", "forward")),
    recompute: ops.flatMap((op) => {
      const left = again(op);
      return left > 0 ? [item(op, left, "activations, recomputed", "recompute")] : [];
    }),
    backward: ops.map((op) => item(op, blocks, "activation gradients", "backward")),
  };
  const hidden = plan.overlap.tp && plan.sequenceParallel ? hiding(ctx, layer, settled, found) : found;
  const agreed = maxima(ctx, group, blocks);
  return {
    ...hidden,
    forward: [...hidden.forward, ...agreed],
    backward: [...hidden.backward, ...agreed],
  };
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

type Pass = keyof LayerComm<unknown>;

/**
 * What computation leaves exposed of a layer's collectives. In pieces all of a pass hides all but one piece. Else a gather is
 * beside the product of the rank's own share, the scatter of the inputs' gradients beside the gradients of the weights, and a
 * scatter forward beside nothing.
 */
function hiding<N>(
  ctx: Context<N>,
  layer: Compute<N>,
  settled: LayerComm<N>,
  { forward, recompute, backward }: LayerComm<N>,
): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const share = alg.apply(partShare, { c: x.one, n: x.tp });
  if (scenario.plan.framework.tpOverlap === "pieces") {
    const inPieces = (pass: Pass, sent: readonly Recurring<N>[]): readonly Recurring<N>[] => {
      const ways = sent.map((one): readonly [Beside<N>] => [{ sent: one, share }]);
      return beside(ctx, layer[pass], ways, settled[pass]);
    };
    return {
      forward: inPieces("forward", forward),
      recompute: inPieces("recompute", recompute),
      backward: inPieces("backward", backward),
    };
  }
  const { products, weights } = layer;
  if (products === null) return { forward, recompute, backward };
  const nothing = alg.constant("share that cannot be hidden", 0, "1", "it fully overlaps a matmul");
  const hidden = (gathers: N, scatters: N | null, sent: readonly Recurring<N>[]): readonly Recurring<N>[] =>
    sent.flatMap((one) => {
      const gathered = one.op === "all_gather";
      if (!gathered && scatters === null) return [one];
      const behind = gathered ? alg.apply(book.totalCallTime, { n_c: share, tau: gathers }) : (scatters as N);
      return beside(ctx, behind, [[{ sent: one, share: nothing }]]);
    });
  return {
    forward: hidden(products.forward, null, forward),
    recompute: hidden(products.recompute, null, recompute),
    backward: hidden(products.backward, weights, backward),
  };
}

/** Vocabulary-parallel collectives of one micro-batch at the two ends of the model. */
export function endsTpComm<N>(ctx: Context<N>): {
  readonly embedding: LayerComm<N>;
  readonly head: LayerComm<N>;
} {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  // Every rank embeds an image's patches by itself, and its head reads one token.
  if (plan.tp === 1 || scenario.model.patches) return { embedding: NO_COMM, head: NO_COMM };
  const group = groupOf(plan, cluster, "tp");
  const stream = streamBytes(ctx, x.one);
  const item = (op: CollectiveOp, what: string, bytes: N, times: number): Recurring<N> => {
    const calls = alg.constant("calls of a micro-batch", times, "1", "arXiv:1909.08053, section 3");
    return recurring(ctx, { dimension: "tp", op, what, group, bytes, calls });
  };
  const loss = alg.apply(payloads.lossPayload, { B_f: x.floatBytes, s: x.localSeqLen, b: x.microBatch });
  const losses = item("all_reduce", "softmax of the loss", loss, 3);
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
