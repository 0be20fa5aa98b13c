/**
 * Largest range, in whole numbers, in which each number gets a tick. plotly.js chooses the ticks of a wider
 * range.
 */
const MOST_STEPS = 10;

/**
 * Ticks of an axis that counts (bare whole numbers): one at each number in the drawn range. plotly.js would
 * add ticks between them, and there is no half a node.
 */
export function wholeTicks(values: readonly number[]): Readonly<Record<string, unknown>> {
  const finite = values.filter(Number.isFinite);
  const least = finite.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = finite.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const counts = finite.every(Number.isInteger) && least < most && most - least < MOST_STEPS;
  return counts ? { tick0: 0, dtick: 1 } : {};
}
