import { columnsOf } from "./points.ts";
import type { Series } from "./series.ts";

/** Limit on the series of scattered points, so that colours and shapes can be told apart. */
const MOST = 8;

/**
 * Series of scattered points, reduced to a number that can be distinguished. The series with the most points
 * keep their names; the rest are merged into the last one. `gathered` counts the merged series.
 */
export function fewSeries(series: readonly Series[]): {
  readonly series: readonly Series[];
  readonly gathered: number;
} {
  if (series.length <= MOST) return { series, gathered: 0 };
  const bySize = [...series].sort(
    (one, other) => columnsOf(other.points).x.length - columnsOf(one.points).x.length,
  );
  const named = new Set(bySize.slice(0, MOST - 1));
  const rest = series.filter((one) => !named.has(one)).map(({ points }) => columnsOf(points));
  const points = {
    x: rest.flatMap(({ x }) => Array.from(x)),
    y: rest.flatMap(({ y }) => Array.from(y)),
  };
  return {
    series: [...series.filter((one) => named.has(one)), { label: `${rest.length} others`, points }],
    gathered: rest.length,
  };
}
