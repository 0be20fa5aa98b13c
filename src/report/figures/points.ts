/** In base units of their axes; a null is a gap. */
export type Pair = readonly [number, number | null];

/** Points as columns, sixteen bytes each where a pair takes eighty; a y that is NaN is a gap. */
export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export const isPairs = (points: Points | readonly Pair[]): points is readonly Pair[] => Array.isArray(points);

export function columnsOf(points: Points | readonly Pair[]): Points {
  if (!isPairs(points)) return points;
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y ?? Number.NaN) };
}

/** Those at some places, in their order. */
export function pairsAt({ x, y }: Points, places: ArrayLike<number>): readonly Pair[] {
  return Array.from(places, (at) => {
    const value = y[at] ?? Number.NaN;
    return [x[at] ?? Number.NaN, Number.isNaN(value) ? null : value] as const;
  });
}
