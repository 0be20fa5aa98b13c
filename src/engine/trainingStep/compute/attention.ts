import { contiguousSplit, sequencePieces } from "../../formulas/communication/context.ts";
import * as attention from "../../formulas/compute/attention.ts";
import { documentPieces } from "../../formulas/compute/packing.ts";
import * as shapes from "../../formulas/compute/shapes.ts";
import { headRanks } from "../inputs/headRanks.ts";
import { type Gemm, gemmTimes, moved, streamingTime } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import { drops } from "../kernels/recomputed.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { documentTokens } from "../packing/documents.ts";
import { type FlashShape, flashTime, type Mask, narrowOperands } from "./flashKernel.ts";
import { attentionScaling } from "./narrowAttention.ts";

/** Kernels of the attention core (scores, softmax, context): several unfused ones, or one flash attention kernel. */
export function attentionOperators<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  return ctx.scenario.plan.flashAttention ? [flash(ctx)] : unfusedCore(ctx, ctx.x.seqLen);
}

function flash<N>(ctx: LayerContext<N>): Operator<N> {
  const { x, scenario } = ctx;
  const c_g = stackShare(ctx);
  const { microBatch: b, seqLen: s, heads: a, kvHeads: a_kv, dHead: d_h, tp: t } = x;
  const shape: FlashShape<N> = {
    ...{ b, s, s_k: s, a, d_h, t_c: coreSplit(ctx), mask: maskOf(ctx) },
    scaling: attentionScaling(scenario.plan.precision),
    elements: ctx.alg.apply(shapes.queryKeyElements, { s: x.localSeqLen, b, d_h, a, a_kv, t }),
  };
  return {
    kind: "attention",
    label: "flash attention",
    forward: flashTime(ctx, shape, "forward", c_g),
    backward: flashTime(ctx, shape, "backward", c_g),
    ...narrowOperands(shape),
    recomputed: ctx.recompute.kind === "full",
  };
}

/**
 * Speed of a FlashAttention generation ÷ that of the next generation: 0.57 on H100 for 2 and 3 at width 128
 * (arXiv:2407.08608, figure 5), about 0.6 on A100 for 1 and 2.
 */
const GENERATION_SHARE = 0.65;

/** Speed of the framework's version of flash attention ÷ that of the version made for the device. */
export function stackShare<N>({ alg, x }: LayerContext<N>): N {
  return alg.apply(attention.flashGenerationShare, {
    c_n: alg.constant(
      "rate of a generation divided by rate of the next one",
      GENERATION_SHARE,
      "1",
      "CALIBRATION.md",
    ),
    n_d: x.flashVersion,
    n_f: x.stackFlashVersion,
  });
}

/**
 * Mask of a layer's attention. With both a sliding window and document boundaries, the shorter of the two
 * limits attention.
 */
export function maskOf<N>(ctx: LayerContext<N>): Mask<N> {
  const { alg, causal, window } = ctx;
  const l_d = documentTokens(ctx);
  if (l_d !== null && (window === null || alg.less(l_d, window))) return { kind: "documents", l_d, causal };
  return window === null ? { kind: causal ? "causal" : "none" } : { kind: "window", w: window };
}

/**
 * Number by which parallelism divides the time of the attention core. It equals the number of shards if all
 * have equal work. Where ring ranks hold contiguous tokens, a causal mask gives the last rank most scores of a
 * document, and all ranks wait for it, so the number is lower. Documents no longer than a rank's piece give all
 * ranks equal work.
 */
export function coreSplit<N>(ctx: LayerContext<N>): N {
  const { alg, x, causal, window, scenario } = ctx;
  const { cp, cpOrder } = scenario.plan;
  const ranks = headRanks(scenario.plan);
  if (cpOrder === "zigzag" || cp === ranks || !causal || window !== null) return x.coreSplit;
  const c_u = alg.constant("ranks that split the heads", ranks, "1", "plan.cp_type");
  const l_d = documentTokens(ctx);
  const r =
    l_d === null
      ? alg.apply(sequencePieces, { c: x.cp, c_u })
      : alg.apply(documentPieces, { l_d, s: x.seqLen, c: x.cp, c_u });
  return alg.apply(contiguousSplit, { t: x.tp, c: x.cp, r });
}

/**
 * True where scale, mask and softmax are one kernel: the framework has such a kernel, activations have 16 bits,
 * and the number of score matrices on a device for a micro-batch is a multiple of four (NVIDIA/Megatron-LM,
 * megatron/core/fusions/fused_softmax.py, is_kernel_available). False otherwise: Megatron then runs PyTorch's
 * kernels, with a warning.
 */
function fusesSoftmax<N>({ attention, scenario: { plan } }: LayerContext<N>): boolean {
  if (!plan.framework.fused || plan.precision.activationBytes > 2) return false;
  return (((attention?.heads ?? 0) / plan.tp) * plan.microBatch) % 4 === 0;
}

/**
 * Number of kernels that a layer's forward pass launches in addition to the framework's `launches`, because its
 * fused softmax cannot run; 0 where that softmax runs or is not used.
 */
export function softmaxLaunches<N>(ctx: LayerContext<N>): number {
  const { framework, flashAttention, precision } = ctx.scenario.plan;
  if (!framework.fused || flashAttention || ctx.attention === null || fusesSoftmax(ctx)) return 0;
  return (precision.activationBytes === 4 ? 3 : 5) - 1;
}

/**
 * Operators of unfused attention: batched matmuls, and memory-bound kernels over the scores between them.
 * Scale, mask and softmax are one kernel or separate kernels. `s_k` is the number of key tokens.
 */
export function unfusedCore<N>(ctx: LayerContext<N>, s_k: N): readonly Operator<N>[] {
  const { alg, x, scenario, recompute } = ctx;
  const A = scenario.plan.precision.activationBytes;
  const recomputed = recompute.kind === "full" || drops(recompute, "attention");
  const n_b = alg.apply(shapes.attentionProducts, { b: x.microBatch, a: x.heads, t: x.tp });
  const scores: Gemm<N> = { M: x.localSeqLen, N: s_k, K: x.dHead, n_b };
  const context: Gemm<N> = { M: x.localSeqLen, N: x.dHead, K: s_k, n_b };
  const elements = alg.apply(shapes.scoreElements, {
    ...{ a: x.heads, s: x.seqLen, s_k, b: x.microBatch, t: x.coreSplit },
  });
  const matmul = (label: string, shape: Gemm<N>): Operator<N> => {
    const { forward, backward } = gemmTimes(ctx, shape, x.attentionRate);
    return { kind: "attention", label, forward, backward, recomputed };
  };
  const pass = (label: string, forward: number, backward: number, kernels: number): Operator<N> => ({
    kind: "attention",
    label,
    forward: streamingTime(ctx, moved(ctx, `${label}: read and written`, forward), elements, kernels),
    backward: streamingTime(
      ctx,
      moved(ctx, `${label}: read and written backward`, backward),
      elements,
      kernels,
    ),
    recomputed,
  });
  const found = [matmul("attention scores (QK^T)", scores)];
  if (fusesSoftmax(ctx)) found.push(pass("scores: scale, mask, softmax", 2 * A, 3 * A, 1));
  // Scale; mask; softmax. Backward: softmax; mask; scale. Numbers of 4 bytes need no casts.
  else if (A === 4) found.push(pass("scores: scale, mask, softmax", 6 * A, 7 * A, 3));
  // Scale; mask; cast to fp32; softmax; cast back. Backward: cast to fp32; softmax; cast back; mask; scale.
  else found.push(pass("scores: scale, mask, softmax", 6 * A + 16, 6 * A + 20, 5));
  if (scenario.model.dropout) found.push(pass("attention dropout", 2 * A + 1, 2 * A + 1, 1));
  found.push(matmul("attention context (PV)", context));
  return found;
}
