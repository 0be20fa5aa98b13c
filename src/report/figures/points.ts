/** A point in base units of its axes. A null y is a gap. */
export type Pair = readonly [number, number | null];

/** Points as columns: 16 bytes a point, where a pair takes 80. A NaN y is a gap. */
export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export const isPairs = (points: Points | readonly Pair[]): points is readonly Pair[] => Array.isArray(points);

export function columnsOf(points: Points | readonly Pair[]): Points {
  if (!isPairs(points)) return points;
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y ?? Number.NaN) };
}

/** Pairs of the points at `places`, in that order. */
export function pairsAt({ x, y }: Points, places: ArrayLike<number>): readonly Pair[] {
  return Array.from(places, (at) => {
    const value = y[at] ?? Number.NaN;
    return [x[at] ?? Number.NaN, Number.isNaN(value) ? null : value] as const;
  });
}
