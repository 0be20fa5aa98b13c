/** Quantile of sorted numbers, between neighbours linearly. NaN without numbers. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}

export const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

export const median = (numbers: readonly number[]): number => quantile(sorted(numbers), 0.5);

/** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
const NORMAL = 1.4826;

/**
 * Standard deviation of numbers without the influence of outliers: 1.4826 × the median absolute deviation (Rousseeuw and
 * Croux 1993, section 1).
 */
export function robustDeviation(numbers: readonly number[], center: number): number {
  return NORMAL * median(numbers.map((value) => Math.abs(value - center)));
}
