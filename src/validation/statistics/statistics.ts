/** Relative errors of a group, as ratios. */
export interface Errors {
  readonly n: number;
  /** Mean of the absolute errors. */
  readonly mape: number;
  readonly median: number;
  /** 90th percentile of the absolute errors. */
  readonly p90: number;
  /** Mean of the signed errors. Positive where the engine predicts too much. */
  readonly signed: number;
}

/** Error statistics. null without any error. */
export function errorsOf(signed: readonly number[]): Errors | null {
  const n = signed.length;
  if (n === 0) return null;
  const sorted = signed.map(Math.abs).sort((a, b) => a - b);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    n,
    mape: sum(sorted) / n,
    median: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    signed: sum(signed) / n,
  };
}

/** Median. NaN for an empty list. */
export function median(values: readonly number[]): number {
  return values.length === 0
    ? Number.NaN
    : quantile(
        [...values].sort((a, b) => a - b),
        0.5,
      );
}

/** Quantile of a sorted list, interpolated linearly. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
