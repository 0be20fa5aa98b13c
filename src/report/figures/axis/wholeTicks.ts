/**
 * Largest range, in whole numbers, in which each number gets a tick. plotly.js chooses the ticks of a wider
 * range.
 */
const MOST_STEPS = 10;

/**
 * Layout settings with a tick at each whole number in the drawn range, for an axis that counts, such as one
 * of nodes. Without them, plotly.js would also place ticks at fractions. Empty for other values and for wide
 * ranges.
 */
export function wholeTicks(values: readonly number[]): Readonly<Record<string, unknown>> {
  const finite = values.filter(Number.isFinite);
  const least = finite.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = finite.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const counts = finite.every(Number.isInteger) && least < most && most - least < MOST_STEPS;
  return counts ? { tick0: 0, dtick: 1 } : {};
}
