import { lazy } from "../../core/lazy.ts";
import { gemmSplits, gemmTiles, gemmWaves, tileShare } from "../../formulas/compute/products.ts";

/**
 * The constants of the kernel model that devices share, and the choice of a tile. They were found on measured kernels of
 * V100, A100 and B200 (CALIBRATION.md); what differs by device is a field of the device.
 */

/** Rows and columns of the result that a kernel works on as one. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
}

/** Those of the fast kernels of matrix libraries (cuBLAS, CUTLASS). */
export const TILES: readonly Tile[] = [
  { rows: 256, columns: 128 },
  { rows: 128, columns: 256 },
  { rows: 128, columns: 128 },
  { rows: 128, columns: 64 },
  { rows: 64, columns: 128 },
  { rows: 64, columns: 64 },
];

/** The inner dimension that costs as much, in 16 bits, as filling and draining a tile's pipeline. */
export const INNER_RAMP = 128;
/** Below this inner dimension no part of a product is split off. */
export const LEAST_SPLIT = 512;
/** How much of what a last wave lacks costs time. */
export const WAVE_SHARE = 0.4;
/** How much of the bytes of a result that is added to what is there follows the arithmetic. */
export const TAIL_SHARE = 0.4;
/** Multiply-adds for each number read at which a tile runs at half its rate. */
export const TILE_FEED = 25;
/** Of the largest tiles. */
export const LARGEST_INTENSITY = (256 * 128) / (256 + 128);

/** What part of its rate each of them reaches. */
const shares = lazy(() =>
  TILES.map(({ rows: T_m, columns: T_n }) =>
    tileShare.evaluate({ I_0: TILE_FEED, I_t: LARGEST_INTENSITY, T_m, T_n }),
  ),
);

/** Which tile takes the arithmetic the least time, as a library would choose it: of a product by `M`, `N`, `K`, `n_b`, `n_sm`, `R` and `R_w`. */
export function fastestTile(of: readonly number[]): number {
  const at = (i: number): number => of[i] ?? 1;
  const M = at(0);
  const N = at(1);
  const K = at(2);
  const n_b = at(3);
  const n_sm = at(4);
  const R = at(5);
  const R_w = at(6);
  const c_t = shares();
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TILES.length; i++) {
    const { rows: T_m, columns: T_n } = TILES[i] as Tile;
    const n_t = gemmTiles.evaluate({ n_b, M, N, T_m, T_n });
    const n_k = gemmSplits.evaluate({ n_sm, n_t, K, K_s: LEAST_SPLIT });
    const n_v = gemmWaves.evaluate({ n_t, n_k, n_sm, c_q: WAVE_SHARE });
    const cost = (n_v * T_m * T_n * (K / n_k / R + INNER_RAMP / R_w)) / (c_t[i] as number);
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return best;
}

/**
 * The rate of a product by the largest power of two, in bytes, that divides the length of its operands' rows. A row of 128 bytes
 * is a line of the cache, 16 bytes one load of a thread; below, tensor cores are fed by narrower loads. 4 bytes: 0.69, measured on
 * H100 (stas00/ml-engineering: 273 against 396 TFLOP/s for a width of 10,922); 2 bytes: a vocabulary of 50,257 padded to 50,304
 * made GPT-2 124M 25% faster (karpathy/nanoGPT), which is its head at 0.55. Between them a straight line in the logarithm
 * to 1 at 16 bytes for 8, and the last tenth to 64 bytes (arXiv:2401.14489, figures 7 to 10).
 */
const ALIGNED: readonly { readonly unit: number; readonly rate: number }[] = [
  { unit: 64, rate: 1 },
  { unit: 32, rate: 0.97 },
  { unit: 16, rate: 0.92 },
  { unit: 8, rate: 0.8 },
  { unit: 4, rate: 0.69 },
  { unit: 2, rate: 0.55 },
];

/**
 * Batched products are not so lucky: a row that is no multiple of 16 bytes leaves the tensor cores. 0.11: BLOOM's tuning runs (A100),
 * whose steps took a third longer with heads of 108 and 150 than with heads of 96, 104 and 144, unfused attention alone being affected.
 */
const BATCHED_UNALIGNED = 0.11;

/** The rate of products by the bytes of a number, how many products there are, and the lengths of their operands' rows. */
export function alignedShare(of: readonly number[]): number {
  const bytes = of[0] ?? 2;
  const batch = of[1] ?? 1;
  const rate = batch > 1 ? batchedAlignedRate : alignedRate;
  let share = 1;
  for (let i = 2; i < of.length; i++) share = Math.min(share, rate(of[i] ?? 1, bytes));
  return share;
}

function batchedAlignedRate(elements: number, bytes: number): number {
  return bytes <= 2 && (elements * bytes) % 16 !== 0 ? BATCHED_UNALIGNED : alignedRate(elements, bytes);
}

function alignedRate(elements: number, bytes: number): number {
  // Vector units read numbers of 4 bytes one by one.
  if (bytes > 2) return 1;
  const length = elements * bytes;
  for (let i = 0; i < ALIGNED.length; i++) {
    const { unit, rate } = ALIGNED[i] as (typeof ALIGNED)[number];
    if (length % unit === 0) return rate;
  }
  return 0.55;
}
