import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/compute/kernels.ts";
import * as matmuls from "../../formulas/compute/matmuls.ts";
import type { KernelInputs } from "../inputs/inputs.ts";
import {
  alignedShare,
  fastestTile,
  INNER_RAMP,
  LARGEST_INTENSITY,
  LEAST_SPLIT,
  TAIL_SHARE,
  TILE_FEED,
  TILES,
  type Tile,
  WAVE_SHARE,
} from "./tiles.ts";

/** Inputs of a kernel's time other than its shape: the arithmetic `alg`, and the device and number formats `x`. */
export interface KernelContext<N> {
  readonly alg: Algebra<N>;
  readonly x: KernelInputs<N>;
}

/** Shape of a batch of `n_b` equal matmuls on a device, each of an M x K matrix with a K x N matrix. */
export interface Gemm<N> {
  readonly M: N;
  readonly N: N;
  readonly K: N;
  readonly n_b: N;
  /**
   * Number of CUDA streams on which the matmuls of the batch run as separate kernels. Absent where one kernel
   * computes the whole batch.
   */
  readonly n_q?: N;
}

/**
 * Rates of a matmul kernel. `R` is the peak rate, FLOP/s; `c_l` the share of `R` that the memory alignment of
 * the operands allows; `B_y` the bytes moved for each element of the result.
 */
interface Manner<N> {
  readonly R: N;
  readonly c_l: N;
  readonly B_y: N;
}

/**
 * Time of a batch of matmuls, s: one kernel for the whole batch, or one kernel for each matmul where
 * `shape.n_q` CUDA streams run them.
 */
export function gemmTime<N>(ctx: KernelContext<N>, shape: Gemm<N>, manner: Manner<N>): N {
  const { M, N, K, n_b, n_q } = shape;
  if (n_q === undefined) return kernelTime(ctx, shape, manner);
  const n_r = ctx.alg.apply(matmuls.productsAtATime, { n_b, n_q });
  const tau = kernelTime(ctx, { M, N, K, n_b: n_r }, manner);
  return ctx.alg.apply(matmuls.productsInTurn, { n_b, n_r, tau });
}

function kernelTime<N>({ alg, x }: KernelContext<N>, shape: Gemm<N>, { R, c_l, B_y }: Manner<N>): N {
  const { M, N, K, n_b } = shape;
  const n_sm = x.sms;
  const R_w = x.attentionRate;
  const { rows, columns } = TILES[alg.decide([M, N, K, n_b, n_sm, R, R_w], fastestTile)] as Tile;
  const T_m = alg.constant("rows of a tile", rows, "1", "the fastest of those that libraries have");
  const T_n = alg.constant("columns of a tile", columns, "1", "the fastest of those that libraries have");
  const n_t = alg.apply(matmuls.gemmTiles, { n_b, M, N, T_m, T_n });
  const K_s = alg.constant("least inner dimension of a part", LEAST_SPLIT, "1", "CALIBRATION.md");
  const n_k = alg.apply(matmuls.gemmSplits, { n_sm, n_t, K, K_s });
  const c_q = alg.constant("share of an unfilled wave that costs time", WAVE_SHARE, "1", "CALIBRATION.md");
  const n_v = alg.apply(matmuls.gemmWaves, { n_t, n_sp: n_k, n_sm, c_q });
  const I_0 = alg.constant(
    "intensity at which tiles reach half their rate",
    TILE_FEED,
    "1",
    "CALIBRATION.md",
  );
  const I_t = alg.constant("intensity of the largest tiles", LARGEST_INTENSITY, "1", "256 x 128");
  const c_t = alg.apply(matmuls.tileShare, { I_0, I_t, T_m, T_n });
  const K_0 = alg.constant("inner dimension a tile's start and end cost", INNER_RAMP, "1", "CALIBRATION.md");
  const tau_c = alg.apply(matmuls.gemmComputeTime, {
    n_v,
    n_sm,
    T_m,
    T_n,
    K,
    n_sp: n_k,
    K_0,
    R,
    R_w,
    eta_c: x.gemmEfficiency,
    c_s: x.sustained,
    c_t,
    c_l,
  });
  const Q = alg.apply(matmuls.gemmBytes, { n_b, B_a: x.activationBytes, M, N, K, B_y });
  const tau_m = alg.apply(book.streamTime, { Q, W: x.memoryRate, eta_m: x.memoryEfficiency });
  const c_e = alg.constant(
    "share of an accumulated result that is not hidden",
    TAIL_SHARE,
    "1",
    "CALIBRATION.md",
  );
  const tail = alg.apply(matmuls.gemmTailBytes, {
    n_b,
    M,
    N,
    B_f: x.floatBytes,
    n_sp: n_k,
    c_e,
    B_y,
    B_a: x.activationBytes,
  });
  const tau_r = alg.apply(book.streamTime, { Q: tail, W: x.memoryRate, eta_m: x.memoryEfficiency });
  return alg.apply(matmuls.gemmKernelTime, { tau_c, tau_tail: tau_r, tau_m, tau_0: kernelStart(alg) });
}

/** Times of a matmul, s: forward, and its two backward matmuls, one for the gradient of each operand. */
export interface GemmTimes<N> {
  readonly forward: N;
  readonly backward: N;
  /** Part of `backward` that computes the gradient of the input. Frozen weights need only this part. */
  readonly input: N;
  /**
   * Part of `backward` that computes the gradient of the second operand: the weights, or in attention the keys
   * or values.
   */
  readonly weights: N;
}

/**
 * Times of a matmul at the peak rate `R` (FLOP/s), s: forward, and two backward matmuls, for the gradient of
 * the input and of the second operand. `gradient` is the bytes moved for each element of the second operand's
 * gradient; by default the bytes of an activation.
 */
export function gemmTimes<N>(ctx: KernelContext<N>, shape: Gemm<N>, R: N, gradient?: N): GemmTimes<N> {
  const { M, N, K, n_b, ...queued } = shape;
  const manner: Manner<N> = { R, c_l: aligned(ctx, n_b, N, K), B_y: ctx.x.activationBytes };
  const accumulated: Manner<N> = gradient === undefined ? manner : { R, c_l: manner.c_l, B_y: gradient };
  const weights = gemmTime(ctx, { M: K, N, K: M, n_b, ...queued }, accumulated);
  const input = gemmTime(ctx, { M, N: K, K: N, n_b, ...queued }, manner);
  return {
    input,
    forward: gemmTime(ctx, shape, manner),
    backward: ctx.alg.sum("two backward matmuls of a linear layer", "s", [
      { label: "matmul for the gradient of the input", value: input },
      { label: "matmul for the gradient of the weights (second operand)", value: weights },
    ]),
    weights,
  };
}

/**
 * Share of the peak rate that the memory alignment of the operands' rows allows in a batch of `batch` matmuls.
 * `rows` are the lengths of those rows in elements.
 */
export function aligned<N>({ alg, x }: KernelContext<N>, batch: N, ...rows: readonly N[]): N {
  const share = alg.decide([x.activationBytes, batch, ...rows], alignedShare);
  return share === 1
    ? x.one
    : alg.constant("rate of rows aligned so in memory", share, "1", "CALIBRATION.md: alignment");
}

/** Fixed time of each queued kernel on a device, s: its first loads and its last stores. */
const KERNEL_START = 3e-6;

export function kernelStart<N>(alg: Algebra<N>): N {
  return alg.constant("start and end of a kernel", KERNEL_START, "s", "CALIBRATION.md");
}

/** Time of `kernels` kernels that together move `bytesEach` bytes for each of `elements` elements, s. */
export function streamingTime<N>(ctx: KernelContext<N>, bytesEach: N, elements: N, kernels: number): N {
  const { alg, x } = ctx;
  const Q = alg.apply(book.movedBytes, { B_x: bytesEach, n_x: elements });
  const n = alg.constant("kernels", kernels, "1", "one for each operation");
  return alg.apply(book.streamingKernelTime, {
    Q,
    W: x.memoryRate,
    eta_m: x.memoryEfficiency,
    n,
    tau_0: kernelStart(alg),
  });
}

/**
 * Makes the constant, named `what` in the derivation, of the `bytes` that a kernel reads and writes for each
 * element.
 */
export function moved<N>({ alg }: KernelContext<N>, what: string, bytes: number): N {
  return alg.constant(what, bytes, "B", "one read or write for each operand");
}
