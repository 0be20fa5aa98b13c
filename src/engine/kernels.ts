import type { Context } from "./context.ts";
import * as book from "./formulas/kernels.ts";

/**
 * Tiles that the fast kernels of matrix libraries use (cuBLAS and CUTLASS on A100, H100), and the inner dimension that
 * costs as much as filling and draining a tile's pipeline. One value for all devices; see CALIBRATION.md.
 */
const TILE = 128;
const INNER_RAMP = 256;

/** One kind of matrix product on a device: batch of M x K times K x N. */
export interface Gemm<N> {
  readonly M: N;
  readonly N: N;
  readonly K: N;
  readonly n_b: N;
}

/** Time of one matrix product kernel at the peak rate `R`, that of linear layers if absent, s. */
export function gemmTime<N>({ alg, x }: Context<N>, shape: Gemm<N>, R: N = x.peakRate): N {
  const tile = alg.constant("edge of a tile", TILE, "1", "CALIBRATION.md");
  const K_0 = alg.constant("inner dimension a tile's start and end cost", INNER_RAMP, "1", "CALIBRATION.md");
  const { M, N, K, n_b } = shape;
  const tiles = alg.apply(book.gemmTiles, { n_b, M, N, T_m: tile, T_n: tile });
  const waves = alg.apply(book.gemmWaves, { n_t: tiles, n_sm: x.sms });
  const tau_c = alg.apply(book.gemmComputeTime, {
    n_v: waves,
    n_sm: x.sms,
    T_m: tile,
    T_n: tile,
    K,
    K_0,
    R,
    eta_c: x.gemmEfficiency,
  });
  const Q = alg.apply(book.gemmBytes, { n_b, B_a: x.activationBytes, M, N, K });
  const tau_m = alg.apply(book.streamTime, { Q, W: x.memoryRate, eta_m: x.memoryEfficiency });
  return alg.apply(book.kernelTime, { tau_c, tau_m, tau_l: x.launchTime });
}

/** The two products of a product's backward pass together, one for its input and one for its weights, and the latter. */
export function gemmBackwards<N>(
  ctx: Context<N>,
  shape: Gemm<N>,
  R: N = ctx.x.peakRate,
): { readonly backward: N; readonly weights: N } {
  const { M, N, K, n_b } = shape;
  const weights = gemmTime(ctx, { M: K, N, K: M, n_b }, R);
  const backward = ctx.alg.sum("backward products", "s", [
    { label: "gradient of the input", value: gemmTime(ctx, { M, N: K, K: N, n_b }, R) },
    { label: "gradient of the other factor", value: weights },
  ]);
  return { backward, weights };
}

/** Both products of the backward pass together, s. */
export function gemmBackward<N>(ctx: Context<N>, shape: Gemm<N>, R: N = ctx.x.peakRate): N {
  return gemmBackwards(ctx, shape, R).backward;
}

/** Time of `kernels` kernels that together move `bytesEach` bytes for each of `elements` elements, s. */
export function streamingTime<N>(ctx: Context<N>, bytesEach: N, elements: N, kernels: number): N {
  const { alg, x } = ctx;
  const Q = alg.apply(book.movedBytes, { B_x: bytesEach, n_x: elements });
  const n = alg.constant("kernels", kernels, "1", "one for each operation");
  return alg.apply(book.streamingKernelTime, {
    Q,
    W: x.memoryRate,
    eta_m: x.memoryEfficiency,
    n,
    tau_l: x.launchTime,
  });
}
