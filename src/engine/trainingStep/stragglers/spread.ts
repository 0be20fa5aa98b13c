import type { Jitter } from "../../scenario/failures.ts";
import { logNormalCdf } from "./normal.ts";

/**
 * Distribution of a device's time for its part of a step ÷ the estimated time. `values` ascend. `logCdf[i]` is
 * the logarithm of the share of devices whose value is below the middle between `values[i]` and `values[i +
 * 1]`. A few values are an exact histogram; many values are a grid on which a smooth distribution is
 * integrated.
 */
export interface Spread {
  readonly values: readonly number[];
  readonly logCdf: readonly number[];
  /** True where a slow device stays slow, so that times over several steps do not average out. */
  readonly lasting: boolean;
}

/**
 * Distance from the mean to each end of the grid for smooth distributions, in standard deviations: one draw in
 * 10^23 lies beyond.
 */
const REACH = 10;
const CELL = 1 / 64;
const CELLS = (2 * REACH) / CELL;

/**
 * Logarithms of the standard normal distribution function at the middles of the grid's cells; null before the
 * first use. Every smooth distribution uses them.
 */
let logCdfOfCells: readonly number[] | null = null;

export function spreadOf(jitter: Jitter): Spread {
  switch (jitter.kind) {
    case "normal":
      return smooth((z) => 1 + jitter.sigma * z);
    case "lognormal":
      return smooth((z) => Math.exp(jitter.sigma * z - jitter.sigma ** 2 / 2));
    case "slow_devices":
      return { ...histogram([1, 1 + jitter.slowdown], [1 - jitter.share, jitter.share]), lasting: true };
    case "observed":
      return histogram(
        jitter.times.map((time) => time / meanOf(jitter)),
        countsOf(jitter),
      );
  }
}

/**
 * Spread of a smooth distribution. `value` gives a device's time ÷ the estimated time for each standard normal
 * score.
 */
function smooth(value: (z: number) => number): Spread {
  logCdfOfCells ??= Array.from({ length: CELLS }, (_, i) => logNormalCdf((i + 0.5) * CELL - REACH));
  const values = Array.from({ length: CELLS + 1 }, (_, i) => value(i * CELL - REACH));
  return { values, logCdf: logCdfOfCells, lasting: false };
}

function histogram(times: readonly number[], counts: readonly number[]): Spread {
  const bins = times
    .map((time, i) => ({ time, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.time - other.time);
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  const logCdf = bins.slice(0, -1).map(({ count }) => {
    below += count;
    return Math.log(below / total);
  });
  return { values: bins.map(({ time }) => time), logCdf, lasting: false };
}

type Observed = Extract<Jitter, { readonly kind: "observed" }>;

export const countsOf = ({ times, counts }: Observed): readonly number[] =>
  counts.length > 0 ? counts : times.map(() => 1);

function meanOf(jitter: Observed): number {
  const counts = countsOf(jitter);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return jitter.times.reduce((sum, time, i) => sum + time * (counts[i] ?? 0), 0) / total;
}
