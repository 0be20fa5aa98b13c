/** A point of a picture, px from its left and from its top. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Where a point's number stands beside it, as plotly.js calls it. */
export type Side = "top right" | "bottom left" | "top left" | "bottom right";

/** In this order: above and to the right of a point nothing else of a front is. */
const SIDES: readonly (readonly [Side, number, number])[] = [
  ["top right", 1, -1],
  ["bottom left", -1, 1],
  ["top left", -1, -1],
  ["bottom right", 1, 1],
];

/** px: half of a number's box, and of a mark's; the box' middle is so far from its point. */
const NUMBER = { x: 8, y: 7 };
const MARK = 4;
const AWAY = { x: 11, y: 10 };

/**
 * Which points have a number beside them, and where, so that none hides a mark or another number; at most `most`. The first, the
 * last and `wanted` come first, then always the one farthest from those that have one: numbers are spread over the picture. Those
 * without room have none. A mark that lies on the point's own hides nothing else.
 */
export function numberPlaces(
  points: readonly Pixel[],
  most: number,
  wanted: readonly number[] = [],
): ReadonlyMap<number, Side> {
  const found = new Map<number, Side>();
  const taken: Pixel[] = [];
  const apart = points.map(() => Number.POSITIVE_INFINITY);
  const first = [...new Set([0, points.length - 1, ...wanted])];
  const next = (looked: number): number => first[looked] ?? farthest(apart);
  for (let looked = 0; looked < points.length && found.size < most; looked++) {
    const at = next(looked);
    const point = points[at];
    if (!point) break;
    apart[at] = Number.NEGATIVE_INFINITY;
    // of marks on one place one number can be told from which it is
    if ([...found.keys()].some((other) => within(point, points[other] ?? point, MARK, MARK))) continue;
    const free = SIDES.map(([side, x, y]) => ({
      side,
      box: { x: point.x + x * AWAY.x, y: point.y + y * AWAY.y },
    })).find(
      ({ box }) =>
        !taken.some((other) => within(box, other, 2 * NUMBER.x, 2 * NUMBER.y)) &&
        !points.some(
          (other) =>
            !within(point, other, MARK, MARK) && within(box, other, NUMBER.x + MARK, NUMBER.y + MARK),
        ),
    );
    if (!free) continue;
    found.set(at, free.side);
    taken.push(free.box);
    for (const [i, other] of points.entries())
      apart[i] = Math.min(apart[i] ?? 0, Math.hypot(other.x - point.x, other.y - point.y));
  }
  return found;
}

const farthest = (apart: readonly number[]): number =>
  apart.reduce((best, value, at) => (value > (apart[best] ?? 0) ? at : best), 0);

const within = (one: Pixel, other: Pixel, x: number, y: number): boolean =>
  Math.abs(one.x - other.x) < x && Math.abs(one.y - other.y) < y;
