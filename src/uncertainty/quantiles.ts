/** Share of runs that an interval should contain. */
export const LEVEL = 0.8;
/** Rounding tolerance for sums of votes. */
const ROUNDING = 1e-9;

/** Median of a group of residuals, and the interval's half-width. */
export interface Reach {
  readonly middle: number;
  readonly halfWidth: number;
}

/**
 * Weighted median of sorted residuals, and the distance from it that `level` of the weight does not exceed.
 * The remaining weight is split by distance, not per tail: one far outlier among nine sources lies outside
 * and does not widen the other side. null without any weight.
 */
export function reachOf(values: Votes, shares: Votes, level = LEVEL): Reach | null {
  let all = 0;
  for (const share of shares) all += share;
  if (all <= 0) return null;
  let at = -1;
  for (let counted = 0; counted < (1 / 2 - ROUNDING) * all; ) counted += shares[++at] ?? all;
  const middle = values[at] ?? 0;
  // Walk outwards from the median, the nearer side first.
  let [below, above] = [at, at + 1];
  let halfWidth = 0;
  for (let counted = 0; counted < (level - ROUNDING) * all; ) {
    const toBelow = below >= 0 ? middle - (values[below] ?? 0) : Number.POSITIVE_INFINITY;
    const toAbove = above < values.length ? (values[above] ?? 0) - middle : Number.POSITIVE_INFINITY;
    const next = toBelow <= toAbove ? below-- : above++;
    const share = shares[next] ?? all;
    if (share > 0) halfWidth = Math.min(toBelow, toAbove);
    counted += share;
  }
  return { middle, halfWidth };
}

/** Values of the votes that a quantile is taken of, or the share of each vote, by the vote's index. */
export type Votes = Float64Array;

/** Smallest value that at least `level` of the values do not exceed. NaN for an empty list. */
export function reaching(values: readonly number[], level = LEVEL): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * level - ROUNDING) - 1] ?? Number.NaN;
}

/**
 * Quantile interpolated linearly between the two nearest values: with nine values, 80% lies at position 7.4.
 */
export function between(values: readonly number[], level = LEVEL): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * level;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (at % 1);
}

/** Median: the mean of the two central values for an even count. */
export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  const half = sorted.length / 2;
  return (at(Math.ceil(half) - 1) + at(Math.floor(half))) / 2;
}
