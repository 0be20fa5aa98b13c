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

/** Inputs of a kernel's time other than its shape: the device and the number formats. */
export interface KernelContext<N> {
  readonly alg: Algebra<N>;
  readonly x: KernelInputs<N>;
}

/** Shape of a matmul on a device: `n_b` times M x K by K x N. */
export interface Gemm<N> {
  readonly M: N;
  readonly N: N;
  readonly K: N;
  readonly n_b: N;
  /**
   * CUDA streams on which the matmuls of the batch run as separate kernels. Absent where one kernel computes
   * the whole batch.
   */
  readonly n_q?: N;
}

/**
 * Rates of a matmul: peak rate `R`, share of it `c_l` by operand alignment, and bytes `B_y` moved for an
 * element of the result.
 */
interface Manner<N> {
  readonly R: N;
  readonly c_l: N;
  readonly B_y: N;
}

/** Time of one matmul kernel, s. */
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

/** Times of a matmul forward and of the two in its backward pass, which have the same three dimensions. */
export interface GemmTimes<N> {
  readonly forward: N;
  readonly backward: N;
  /** Part of `backward` for the gradient of the input: all of it where weights are frozen. */
  readonly input: N;
  /** Part of `backward` for the gradient of the weights, or of the other factor. */
  readonly weights: N;
}

/**
 * Time of a matmul at the peak rate `R`, with its backward pass: one matmul for the input's gradient, one for
 * the other factor's. The latter moves `gradient` bytes for an element, by default an activation's.
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
 * Share of the rate of `batch` matmuls that the memory alignment of their operands' rows allows. `rows` are
 * the lengths of those rows.
 */
export function aligned<N>({ alg, x }: KernelContext<N>, batch: N, ...rows: readonly N[]): N {
  const share = alg.decide([x.activationBytes, batch, ...rows], alignedShare);
  return share === 1
    ? x.one
    : alg.constant("rate of rows aligned so in memory", share, "1", "CALIBRATION.md: alignment");
}

/** Time between successive queued kernels on a device, s: first loads, last stores. */
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
 * Bytes that a kernel moves for each element: reads and writes at the activations' width, one byte for a
 * mask.
 */
export function moved<N>({ alg }: KernelContext<N>, what: string, bytes: number): N {
  return alg.constant(what, bytes, "B", "one read or write for each operand");
}
