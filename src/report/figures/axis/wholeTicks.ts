/** Steps of an axis up to which each has a tick; of more, plotly.js itself chooses whole ones. */
const MOST_STEPS = 10;

/**
 * Of an axis that counts (its values are bare whole numbers, in the range that is drawn): a tick at each, where plotly.js
 * would put some between two, since there is no half a node.
 */
export function wholeTicks(values: readonly number[]): Readonly<Record<string, unknown>> {
  const finite = values.filter(Number.isFinite);
  const least = finite.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = finite.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const counts = finite.every(Number.isInteger) && least < most && most - least < MOST_STEPS;
  return counts ? { tick0: 0, dtick: 1 } : {};
}
