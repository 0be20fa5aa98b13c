/** The share of runs that an interval is meant to hold. */
export const LEVEL = 0.8;
/** Of sums of votes. */
const ROUNDING = 1e-9;

/** Where the middle of a group of residuals lies, and how far to either side the interval reaches. */
export interface Reach {
  readonly middle: number;
  readonly halfWidth: number;
}

/**
 * The median of residuals in order, of which each has a share of the votes, and the distance from it that as many of them as `level` says do
 * not exceed. Both tails share what is left: of nine sources one that lies far out on one side is outside, and does not make the
 * other side wider. null where nobody votes.
 */
export function reachOf(values: Votes, shares: Votes, level = LEVEL): Reach | null {
  let all = 0;
  for (const share of shares) all += share;
  if (all <= 0) return null;
  let at = -1;
  for (let counted = 0; counted < (1 / 2 - ROUNDING) * all; ) counted += shares[++at] ?? all;
  const middle = values[at] ?? 0;
  // Outwards from the middle, the nearer side first.
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

/** Numbers by index. */
export type Votes = Float64Array;

/** The value that as large a share of them as `level` is not above; of one value that value. NaN of none. */
export function reaching(values: readonly number[], level = LEVEL): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * level - ROUNDING) - 1] ?? Number.NaN;
}

/** The same between the two nearest, linearly: of nine values the 80% lie at 7.4. */
export function between(values: readonly number[], level = LEVEL): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * level;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (at % 1);
}

/** The middle one; between the two in the middle of an even number. */
export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  const half = sorted.length / 2;
  return (at(Math.ceil(half) - 1) + at(Math.floor(half))) / 2;
}
