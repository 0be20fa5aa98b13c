import type { Algebra } from "../../core/algebra.ts";
import * as attention from "../../formulas/compute/attention.ts";
import * as book from "../../formulas/compute/kernels.ts";
import { causalDocumentShare, wholeDocumentShare } from "../../formulas/compute/packing.ts";
import type { Scaling } from "../../scenario/precision.ts";
import { type KernelContext, kernelStart, moved } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import { narrowShare } from "./narrowAttention.ts";

/**
 * Shape of attention in one flash kernel: `b` sequences of `s` query and `s_k` key tokens, and `a` heads of
 * width `d_h`.
 */
export interface FlashShape<N> {
  readonly b: N;
  readonly s: N;
  readonly s_k: N;
  readonly a: N;
  readonly d_h: N;
  /** Number by which parallelism divides the work on the score matrix. */
  readonly t_c: N;
  readonly mask: Mask<N>;
  /** Number of elements of queries and keys on the device. */
  readonly elements: N;
  /** Scaling of 8-bit operands; null where operands have 16 bits or more. */
  readonly scaling: Scaling | null;
}

/**
 * Mask that tells an attention kernel which scores to skip. `w` is the length of a sliding window in tokens,
 * `l_d` that of a document; `causal` is true where a causal mask applies within documents.
 */
export type Mask<N> =
  | { readonly kind: "causal" | "none" }
  | { readonly kind: "window"; readonly w: N }
  | { readonly kind: "documents"; readonly l_d: N; readonly causal: boolean };

/** Columns of a block of scores in the backward pass: FlashAttention 2 assigns 64 to a thread block at a time. */
const BACKWARD_BLOCK = 64;
/** Backward FLOPs of attention ÷ forward FLOPs: five matmuls over two (arXiv:2307.08691, section 4.1). */
const BACKWARD_WORK = 2.5;
/**
 * Backward FLOP rate of attention ÷ forward FLOP rate: 0.83 on A100 PCIe and B200 for heads of 128
 * (MooreThreads/SimuMax), 0.83 on H100 (arXiv:2407.08608, figures 5 and 6).
 */
const BACKWARD_RATE = 0.8;

/**
 * Fixed cost of a row of score blocks under a sliding window, as the number of keys that take equally long.
 * From cuDNN 9.22 at a window of 128 in bf16 on GB200 and GB300: 400 forward and 300 backward at any length
 * (NVIDIA/cudnn-frontend, benchmark/sdpa_benchmark_training, gpt_oss).
 */
const WINDOW_KEYS = 400;

/**
 * Effect of a mask on an attention kernel's work. `c_a` is the computed share of the score matrix, `c_m` the
 * mean length of a row of score blocks ÷ the length of the longest row.
 */
interface MaskShares<N> {
  readonly c_a: N;
  readonly c_m: N;
}

function causalShares<N>(alg: Algebra<N>, s: N, T_m: N): MaskShares<N> {
  const c_a = alg.apply(attention.causalShare, { s, T_m });
  return { c_a, c_m: c_a };
}

function windowShares<N>(alg: Algebra<N>, s: N, T_m: N, w: N): MaskShares<N> {
  const l_0 = alg.constant(
    "start and end of a row of blocks",
    WINDOW_KEYS,
    "1",
    "CALIBRATION.md: sliding windows",
  );
  const c_w = alg.apply(attention.windowRowShare, { w, T_m, l_0, s });
  const c_m = alg.apply(attention.windowMeanShare, { c_w, T_m, s });
  return { c_a: alg.apply(attention.windowShare, { c_w, c_m }), c_m };
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

/**
 * The field `narrow` of an operator for 8-bit flash attention, which says what cast kernels convert; empty
 * where operands have 16 bits or more.
 */
export function narrowOperands<N>({ scaling, elements }: FlashShape<N>): Pick<Operator<N>, "narrow"> {
  return scaling === null ? {} : { narrow: { scaling, elements } };
}

/**
 * Time of a flash attention kernel in one direction, s. `c_g` is the speed of the framework's flash attention ÷
 * that of the generation made for the device.
 */
export function flashTime<N>(
  ctx: KernelContext<N>,
  shape: FlashShape<N>,
  direction: "forward" | "backward",
  c_g: N,
): N {
  const { alg, x } = ctx;
  const { b, s, s_k, a, d_h, t_c, elements, scaling } = shape;
  const n_p =
    direction === "forward"
      ? x.one
      : alg.constant(
          "FLOPs divided by FLOPs of the forward pass",
          BACKWARD_WORK,
          "1",
          "arXiv:2307.08691, section 4.1: five matmuls for two",
        );
  const wide = direction === "forward" ? 1 : BACKWARD_RATE;
  const c_b =
    scaling === null
      ? direction === "forward"
        ? x.one
        : alg.constant("rate divided by rate of the forward pass", wide, "1", "CALIBRATION.md")
      : alg.constant(
          "rate divided by rate of the forward pass in 16 bits",
          wide * narrowShare(scaling, direction),
          "1",
          "CALIBRATION.md: attention in 8 bits",
        );
  const T_m =
    direction === "forward"
      ? x.flashBlock
      : alg.constant(
          "columns of a block",
          BACKWARD_BLOCK,
          "token",
          "Dao-AILab/flash-attention, backward kernel",
        );
  const d_0 = x.softmaxWidth;
  const R = scaling === null ? x.attentionRate : x.flashRate;
  const { c_a, c_m } = maskShares(alg, withSkippedMask(shape, direction), T_m);
  const tau_c = alg.apply(attention.flashAttentionTime, {
    n_te: alg.apply(attention.attentionTiles, { c_a: c_m, b, a, t: t_c, s, T_m, n_sm: x.sms }),
    n_p,
    c_a,
    b,
    s,
    s_k,
    a,
    d_h,
    t: t_c,
    R,
    eta_f: x.flashEfficiency,
    c_gen: c_g,
    c_s: x.sustained,
    c_b,
    c_d: alg.apply(attention.headWidthShare, {
      d_h,
      d_0:
        scaling === null
          ? d_0
          : alg.apply(attention.narrowSoftmaxWidth, { d_1: d_0, R, R_w: x.attentionRate }),
      d_1: d_0,
    }),
  });
  // Queries and keys together have as many elements as result and values together. Backward reads these four
  // tensors and the result's gradient, and writes three gradients.
  const operands = direction === "forward" ? 2 : 4;
  const bytes = moved(ctx, "queries, keys, values and result", operands * alg.value(x.activationBytes));
  const Q = alg.apply(book.movedBytes, { B_x: bytes, n_x: elements });
  return alg.apply(book.kernelTime, {
    tau_c,
    tau_m: alg.apply(book.streamTime, { Q, W: x.memoryRate, eta_m: x.memoryEfficiency }),
    tau_0: kernelStart(alg),
  });
}

/**
 * Replaces the mask of an attention kernel's shape by the mask whose hidden scores the kernel skips. Backward
 * kernels in 8 bits skip the scores that a causal mask hides, but not those before a sliding window: cuDNN 9.22
 * on GB200 and GB300 takes 3.5 to 4 times as long for twice the tokens at a window of 128
 * (NVIDIA/cudnn-frontend, benchmark/sdpa_benchmark_training, gpt_oss).
 */
function withSkippedMask<N>(shape: FlashShape<N>, direction: "forward" | "backward"): FlashShape<N> {
  const whole = shape.scaling !== null && direction === "backward" && shape.mask.kind === "window";
  return whole ? { ...shape, mask: { kind: "causal" } } : shape;
}
