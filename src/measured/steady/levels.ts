import { median } from "./order.ts";

/** Fewest iterations of a level. */
const FEWEST = 10;
/** Smallest relative difference of the medians of two levels that lie next to each other. */
const CHANGE = 0.03;
/** Bound of the statistic. A series without a change exceeds 1.9 in about 1 of 700 cases (Kolmogorov's distribution). */
const BOUND = 1.9;

/**
 * Indices at which the level of a series changes for good, ascending. A change is found by the largest sum of ranks'
 * deviations from their mean, and then searched for on both sides of it (Pettitt 1979). Ranks make single outliers
 * harmless.
 */
export function changesOf(series: readonly number[]): readonly number[] {
  const found: number[] = [];
  const split = (from: number, to: number): void => {
    const at = changeIn(series, from, to);
    if (at === null) return;
    split(from, at);
    found.push(at);
    split(at, to);
  };
  split(0, series.length);
  return found;
}

function changeIn(series: readonly number[], from: number, to: number): number | null {
  const part = series.slice(from, to);
  const n = part.length;
  if (n < 2 * FEWEST) return null;
  const ranks = ranksOf(part);
  let [sum, most, at] = [0, 0, 0];
  for (const [index, rank] of ranks.entries()) {
    sum += rank - (n + 1) / 2;
    const place = index + 1;
    if (place < FEWEST || n - place < FEWEST || Math.abs(sum) <= most) continue;
    [most, at] = [Math.abs(sum), place];
  }
  const statistic = most / Math.sqrt((n * n * (n + 1)) / 12);
  if (statistic < BOUND) return null;
  const [before, after] = [median(part.slice(0, at)), median(part.slice(at))];
  return Math.abs(after / before - 1) < CHANGE ? null : from + at;
}

/** Ranks from 1, equal numbers with their mean rank. */
function ranksOf(series: readonly number[]): readonly number[] {
  const order = series.map((_, index) => index).sort((a, b) => (series[a] ?? 0) - (series[b] ?? 0));
  const ranks = new Array<number>(series.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && series[order[end] ?? 0] === series[order[start] ?? 0]) end++;
    for (let at = start; at < end; at++) ranks[order[at] ?? 0] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}
