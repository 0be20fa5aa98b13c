/** Point of a series in base units of the axes. A null y is a gap in the line. */
export type Pair = readonly [number, number | null];

/**
 * Points of a series as columns: 16 bytes a point, while an array of pairs takes 80. A NaN y is a gap in the
 * line.
 */
export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export const isPairs = (points: Points | readonly Pair[]): points is readonly Pair[] => Array.isArray(points);

export function columnsOf(points: Points | readonly Pair[]): Points {
  if (!isPairs(points)) return points;
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y ?? Number.NaN) };
}

/** Points with the given indices as pairs, in the order of `places`. */
export function pairsAt({ x, y }: Points, places: ArrayLike<number>): readonly Pair[] {
  return Array.from(places, (at) => {
    const value = y[at] ?? Number.NaN;
    return [x[at] ?? Number.NaN, Number.isNaN(value) ? null : value] as const;
  });
}
