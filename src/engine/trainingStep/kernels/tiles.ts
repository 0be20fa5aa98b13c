import { lazy } from "../../core/lazy.ts";
import { gemmSplits, gemmTiles, gemmWaves, tileShare } from "../../formulas/compute/matmuls.ts";

/**
 * Tiles and constants of the matmul model that all devices share, and the choice of a tile. The constants were
 * fitted to measured kernels of V100, A100 and B200 (CALIBRATION.md). Values that differ by device are fields
 * of the device.
 */

/** Size of a tile: the rows and columns of a matmul's result that one thread block computes as a unit. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
}

/** Tiles of the fast kernels in matrix libraries (cuBLAS, CUTLASS). */
export const TILES: readonly Tile[] = [
  { rows: 256, columns: 128 },
  { rows: 128, columns: 256 },
  { rows: 128, columns: 128 },
  { rows: 128, columns: 64 },
  { rows: 64, columns: 128 },
  { rows: 64, columns: 64 },
];

/**
 * Time to fill and drain a tile's pipeline, as the number of inner steps (along K) in 16 bits that take equally
 * long.
 */
export const INNER_RAMP = 128;
/** Smallest inner dimension of each part when a matmul is split along K (split-K). */
export const LEAST_SPLIT = 512;
/**
 * Share of the idle time in a matmul's unfilled last wave of tiles by which the matmul takes longer: 0 for
 * none, 1 for a whole wave. Below 1, because libraries split or shift the last tiles.
 */
export const WAVE_SHARE = 0.4;
/**
 * Share of the additional bytes of a matmul that adds its result to an existing tensor: the part that moves
 * after the arithmetic, not during it.
 */
export const TAIL_SHARE = 0.4;
/**
 * Arithmetic intensity at which a tile reaches half the rate of an infinitely large tile, in multiply-adds for
 * each number read.
 */
export const TILE_FEED = 25;
/** Arithmetic intensity of the largest tile, 256 x 128, in multiply-adds for each number read. */
export const LARGEST_INTENSITY = (256 * 128) / (256 + 128);

/** FLOP/s of each tile of `TILES` ÷ FLOP/s of the largest tile, in the order of `TILES`. */
const shares = lazy(() =>
  TILES.map(({ rows: T_m, columns: T_n }) =>
    tileShare.evaluate({ I_0: TILE_FEED, I_t: LARGEST_INTENSITY, T_m, T_n }),
  ),
);

/**
 * Index in `TILES` of the tile with which a matmul has the least compute time, as a library would choose it.
 * `of` lists the matmul's `M`, `N`, `K`, `n_b`, `n_sm` (multiprocessors), `R` (peak rate, FLOP/s) and `R_w`
 * (peak rate in 16 bits, FLOP/s).
 */
export function fastestTile(of: readonly number[]): number {
  const [M = 1, N = 1, K = 1, n_b = 1, n_sm = 1, R = 1, R_w = 1] = of;
  const c_t = shares();
  // The arguments of all three formulas share one object, because this runs for every matmul and tile.
  const at = { M, N, K, n_b, n_sm, T_m: 1, T_n: 1, n_t: 1, n_sp: 1, K_s: LEAST_SPLIT, c_q: WAVE_SHARE };
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TILES.length; i++) {
    const { rows, columns } = TILES[i] as Tile;
    at.T_m = rows;
    at.T_n = columns;
    at.n_t = gemmTiles.evaluate(at);
    at.n_sp = gemmSplits.evaluate(at);
    const n_v = gemmWaves.evaluate(at);
    const cost = (n_v * rows * columns * (K / at.n_sp / R + INNER_RAMP / R_w)) / (c_t[i] as number);
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return best;
}

/**
 * Effect of memory alignment on a matmul. `rate` is its rate with operands' rows aligned to `unit` bytes ÷ its
 * rate with rows aligned to 64 bytes. `unit` is the largest power of two, up to 64, that divides the length of
 * a row in bytes. A cache line is 128 bytes and one load of a thread 16; rows aligned to less than 16 bytes
 * feed the tensor cores by narrower loads. 4 bytes: 0.69, measured on H100 (stas00/ml-engineering: 273 against
 * 396 TFLOP/s for a width of 10,922). 2 bytes: 0.55 for the head of GPT-2 124M, which ran 25% faster with its
 * vocabulary of 50,257 padded to 50,304 (karpathy/nanoGPT). 8 bytes are interpolated in the logarithm towards 1
 * at 16 bytes; the last tenth is reached at 64 bytes (arXiv:2401.14489, figures 7 to 10).
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
 * Rate of a batched matmul whose rows are not a multiple of 16 bytes ÷ its rate with rows aligned to 64 bytes.
 * Such a matmul cannot use tensor cores. From BLOOM's tuning runs (A100): steps took a third longer with heads
 * of 108 and 150 than with heads of 96, 104 and 144, and only unfused attention was affected.
 */
const BATCHED_UNALIGNED = 0.11;

/**
 * Rate of a matmul ÷ its rate with rows aligned to 64 bytes. `of` lists the bytes of a number, the number of
 * matmuls in the batch, and the lengths of the operands' rows in elements; the worst aligned row counts.
 */
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
  // Numbers of 4 bytes are read one by one by vector units, so alignment does not matter.
  if (bytes > 2) return 1;
  const length = elements * bytes;
  for (let i = 0; i < ALIGNED.length; i++) {
    const { unit, rate } = ALIGNED[i] as (typeof ALIGNED)[number];
    if (length % unit === 0) return rate;
  }
  return 0.55;
}
