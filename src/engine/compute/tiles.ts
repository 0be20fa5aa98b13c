import { gemmSplits, gemmTiles, gemmWaves, tileShare } from "../formulas/compute/products.ts";

/**
 * The constants of the kernel model that devices share, and the choice of a tile. They were found on measured kernels of
 * V100, A100 and B200 (CALIBRATION.md); what differs by device is a field of the device.
 */

/** Tiles of the fast kernels of matrix libraries (cuBLAS, CUTLASS): rows x columns of the result. */
const TILES: readonly (readonly [rows: number, columns: number])[] = [
  [256, 128],
  [128, 256],
  [128, 128],
  [128, 64],
  [64, 128],
  [64, 64],
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
const LARGEST = (256 * 128) / (256 + 128);

/** The tile with which the arithmetic takes the least time, as a library would choose it. */
export function fastestTile([
  M = 1,
  N = 1,
  K = 1,
  n_b = 1,
  n_sm = 1,
  R = 1,
  R_w = 1,
]: readonly number[]): readonly [rows: number, columns: number] {
  let best = TILES[0] as readonly [number, number];
  let least = Number.POSITIVE_INFINITY;
  for (const tile of TILES) {
    const [T_m, T_n] = tile;
    const n_t = gemmTiles.evaluate({ n_b, M, N, T_m, T_n });
    const n_k = gemmSplits.evaluate({ n_sm, n_t, K, K_s: LEAST_SPLIT });
    const n_v = gemmWaves.evaluate({ n_t, n_k, n_sm, c_q: WAVE_SHARE });
    const c_t = tileShare.evaluate({ I_0: TILE_FEED, I_t: LARGEST, T_m, T_n });
    const cost = (n_v * T_m * T_n * (K / n_k / R + INNER_RAMP / R_w)) / c_t;
    if (cost < least) {
      least = cost;
      best = tile;
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
const ALIGNED: readonly (readonly [bytes: number, rate: number])[] = [
  [64, 1],
  [32, 0.97],
  [16, 0.92],
  [8, 0.8],
  [4, 0.69],
  [2, 0.55],
];

/**
 * Batched products are not so lucky: a row that is no multiple of 16 bytes leaves the tensor cores. 0.11: BLOOM's tuning runs (A100),
 * whose steps took a third longer with heads of 108 and 150 than with heads of 96, 104 and 144, unfused attention alone being affected.
 */
const BATCHED_UNALIGNED = 0.11;

/** The rate of `batch` products whose operands' rows have these lengths, of numbers of so many bytes. */
export function alignedShare([bytes = 2, batch = 1, ...rows]: readonly number[]): number {
  const rate = batch > 1 ? batchedAlignedRate : alignedRate;
  let share = 1;
  for (const row of rows) share = Math.min(share, rate(row, bytes));
  return share;
}

function batchedAlignedRate(elements: number, bytes: number): number {
  return bytes <= 2 && (elements * bytes) % 16 !== 0 ? BATCHED_UNALIGNED : alignedRate(elements, bytes);
}

function alignedRate(elements: number, bytes: number): number {
  // Vector units read numbers of 4 bytes one by one.
  if (bytes > 2) return 1;
  const length = elements * bytes;
  for (const [unit, rate] of ALIGNED) if (length % unit === 0) return rate;
  return 0.55;
}
