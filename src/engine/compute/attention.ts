import type { Algebra } from "../algebra.ts";
import { headRanks } from "../communication/headRanks.ts";
import { contiguousSplit, sequencePieces } from "../formulas/context.ts";
import * as book from "../formulas/kernels.ts";
import { causalDocumentShare, documentPieces, wholeDocumentShare } from "../formulas/packing.ts";
import type { LayerContext } from "../layerContext.ts";
import { documentTokens } from "../packing/documents.ts";
import { type Gemm, gemmTimes, type KernelContext, kernelStart, moved, streamingTime } from "./kernels.ts";
import type { Operator } from "./operator.ts";
import { drops } from "./recomputed.ts";

/** The core of attention (scores, softmax, context): unfused, or one flash attention kernel. */
export function attentionOperators<N>(ctx: LayerContext<N>): readonly Operator<N>[] {
  return ctx.scenario.plan.flashAttention ? [flash(ctx)] : unfusedCore(ctx, ctx.x.seqLen);
}

function flash<N>(ctx: LayerContext<N>): Operator<N> {
  const { x, scenario } = ctx;
  const c_g = stackShare(ctx);
  const { microBatch: b, seqLen: s, heads: a, kvHeads: a_kv, dHead: d_h, tp: t } = x;
  const shape: FlashShape<N> = {
    ...{ b, s, s_k: s, a, d_h, t_c: coreSplit(ctx), mask: maskOf(ctx) },
    elements: ctx.alg.apply(book.queryKeyElements, { s: x.localSeqLen, b, d_h, a, a_kv, t }),
  };
  return {
    kind: "attention",
    label: "flash attention",
    forward: flashTime(ctx, shape, "forward", c_g),
    backward: flashTime(ctx, shape, "backward", c_g),
    recomputed: scenario.plan.recompute.kind === "full",
  };
}

/** Rate of the stack's flash attention over that of the generation made for the device. */
export function stackShare<N>({ alg, x }: LayerContext<N>): N {
  return alg.apply(book.flashGenerationShare, {
    c_n: alg.constant("rate of a generation over the next one's", GENERATION_SHARE, "1", "CALIBRATION.md"),
    n_d: x.flashVersion,
    n_f: x.stackFlashVersion,
  });
}

/** What a layer's mask leaves out: of a window and of documents, what leaves out more. */
export function maskOf<N>(ctx: LayerContext<N>): Mask<N> {
  const { alg, causal, window } = ctx;
  const l_d = documentTokens(ctx);
  if (l_d !== null && (window === null || alg.less(l_d, window))) return { kind: "documents", l_d, causal };
  return window === null ? { kind: causal ? "causal" : "none" } : { kind: "window", w: window };
}

/**
 * Ways the attention core is split. Where ranks of a ring have neighbouring tokens, a causal mask leaves the last of them
 * most of the scores of a document, and all wait for it; documents no longer than a rank's piece leave all the same.
 */
export function coreSplit<N>(ctx: LayerContext<N>): N {
  const { alg, x, causal, window, scenario } = ctx;
  const { cp, cpOrder } = scenario.plan;
  const ranks = headRanks(scenario.plan);
  if (cpOrder === "zigzag" || cp === ranks || !causal || window !== null) return x.coreSplit;
  const c_u = alg.constant("ranks that share out heads", ranks, "1", "plan.cp_type");
  const l_d = documentTokens(ctx);
  const r =
    l_d === null
      ? alg.apply(sequencePieces, { c: x.cp, c_u })
      : alg.apply(documentPieces, { l_d, s: x.seqLen, c: x.cp, c_u });
  return alg.apply(contiguousSplit, { t: x.tp, c: x.cp, r });
}

/**
 * Batched products with passes over the scores between them: scale, mask and softmax in one kernel, or one by one; `s_k` are
 * the tokens that are attended to.
 */
export function unfusedCore<N>(ctx: LayerContext<N>, s_k: N): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const { recompute, framework, precision } = scenario.plan;
  const A = precision.activationBytes;
  const recomputed = recompute.kind === "full" || drops(recompute, "attention");
  const n_b = alg.apply(book.attentionProducts, { b: x.microBatch, a: x.heads, t: x.tp });
  const scores: Gemm<N> = { M: x.localSeqLen, N: s_k, K: x.dHead, n_b };
  const context: Gemm<N> = { M: x.localSeqLen, N: x.dHead, K: s_k, n_b };
  const elements = alg.apply(book.scoreElements, {
    ...{ a: x.heads, s: x.seqLen, s_k, b: x.microBatch, t: x.coreSplit },
  });
  const product = (label: string, shape: Gemm<N>): Operator<N> => {
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
  const found = [product("scores", scores)];
  if (framework.fused) found.push(pass("scale, mask and softmax", 2 * A, 3 * A, 1));
  // Scale; mask; to fp32; softmax; back. Backward: to fp32; softmax; back; mask; scale.
  else found.push(pass("scale, mask and softmax", 6 * A + 16, 6 * A + 20, 5));
  if (scenario.model.dropout) found.push(pass("dropout of the scores", 2 * A + 1, 2 * A + 1, 1));
  found.push(product("context", context));
  return found;
}

/** Attention that one kernel computes: sequences; tokens of one that ask and that are asked; heads; their width. */
export interface FlashShape<N> {
  readonly b: N;
  readonly s: N;
  readonly s_k: N;
  readonly a: N;
  readonly d_h: N;
  /** Ways the score matrix is split. */
  readonly t_c: N;
  readonly mask: Mask<N>;
  /** Elements of queries and keys on the device. */
  readonly elements: N;
}

/** Which scores a kernel leaves out; a window's tokens. */
export type Mask<N> =
  | { readonly kind: "causal" | "none" }
  | { readonly kind: "window"; readonly w: N }
  | { readonly kind: "documents"; readonly l_d: N; readonly causal: boolean };

/** Blocks of the backward pass: FlashAttention 2 deals out 64 columns at a time. */
const BACKWARD_BLOCK = 64;
/** A generation's rate over the next one's: 0.57 on H100 for 2 and 3 at width 128 (arXiv:2407.08608, figure 5), about 0.6 on A100 for 1 and 2. */
const GENERATION_SHARE = 0.65;
/** The width of a head that costs as much as a score's softmax. */
const SOFTMAX_WIDTH = 32;
/** Five products for the two of the forward pass (arXiv:2307.08691, section 4.1). */
const BACKWARD_WORK = 2.5;
/** 0.83 on A100 PCIe and B200 for heads of 128 (MooreThreads/SimuMax), 0.83 on H100 (arXiv:2407.08608, figures 5 and 6). */
const BACKWARD_RATE = 0.8;

/** What the mask leaves of the score matrix, and of the longest row of blocks on average. */
interface MaskShares<N> {
  readonly c_a: N;
  readonly c_m: N;
}

function causalShares<N>(alg: Algebra<N>, s: N, T_m: N): MaskShares<N> {
  const c_a = alg.apply(book.causalShare, { s, T_m });
  return { c_a, c_m: c_a };
}

function windowShares<N>(alg: Algebra<N>, s: N, T_m: N, w: N): MaskShares<N> {
  const c_w = alg.apply(book.windowRowShare, { w, T_m, s });
  const c_m = alg.apply(book.windowMeanShare, { c_w, T_m, s });
  return { c_a: alg.apply(book.windowShare, { c_w, c_m }), c_m };
}

function maskShares<N>(alg: Algebra<N>, { mask, s }: FlashShape<N>, T_m: N): MaskShares<N> {
  if (mask.kind === "window") return windowShares(alg, s, T_m, mask.w);
  if (mask.kind === "documents") {
    const share = mask.causal ? causalDocumentShare : wholeDocumentShare;
    const c_a = alg.apply(share, { s, l_d: mask.l_d, T_m });
    return { c_a, c_m: c_a };
  }
  if (mask.kind === "causal") return causalShares(alg, s, T_m);
  const all = alg.constant("share of the scores", 1, "1", "no mask");
  return { c_a: all, c_m: all };
}

/** Time of a flash attention kernel, s. */
export function flashTime<N>(
  ctx: KernelContext<N>,
  shape: FlashShape<N>,
  direction: "forward" | "backward",
  c_g: N,
): N {
  const { alg, x } = ctx;
  const { b, s, s_k, a, d_h, t_c, elements } = shape;
  const n_p =
    direction === "forward"
      ? x.one
      : alg.constant(
          "work over that of the forward pass",
          BACKWARD_WORK,
          "1",
          "arXiv:2307.08691, section 4.1: five products for two",
        );
  const c_b =
    direction === "forward"
      ? x.one
      : alg.constant("rate over that of the forward pass", BACKWARD_RATE, "1", "CALIBRATION.md");
  const T_m =
    direction === "forward"
      ? x.flashBlock
      : alg.constant(
          "columns of a block",
          BACKWARD_BLOCK,
          "token",
          "Dao-AILab/flash-attention, backward kernel",
        );
  const d_0 = alg.constant("width that costs as much as the softmax", SOFTMAX_WIDTH, "1", "CALIBRATION.md");
  const { c_a, c_m } = maskShares(alg, shape, T_m);
  const tau_c = alg.apply(book.flashAttentionTime, {
    n_t: alg.apply(book.attentionTiles, { c_a: c_m, b, a, t: t_c, s, T_m, n_sm: x.sms }),
    n_p,
    c_a,
    b,
    s,
    s_k,
    a,
    d_h,
    t: t_c,
    R: x.attentionRate,
    eta_f: x.flashEfficiency,
    c_g,
    c_s: x.sustained,
    c_b,
    c_d: alg.apply(book.headWidthShare, { d_h, d_0 }),
  });
  // Queries and keys are as many numbers as the result and the values; backward reads all four and the result's gradient, and writes three.
  const operands = direction === "forward" ? 2 : 4;
  const bytes = moved(ctx, "queries, keys, values and result", operands * alg.value(x.activationBytes));
  const Q = alg.apply(book.movedBytes, { B_x: bytes, n_x: elements });
  return alg.apply(book.kernelTime, {
    tau_c,
    tau_m: alg.apply(book.streamTime, { Q, W: x.memoryRate, eta_m: x.memoryEfficiency }),
    tau_0: kernelStart(alg),
  });
}
