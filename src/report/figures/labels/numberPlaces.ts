/** Position in a picture, px from the left and from the top. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Position of a point's number relative to the point, in plotly.js terms. */
export type Side = "top right" | "bottom left" | "top left" | "bottom right";

/**
 * Positions of a number around its point, in order of preference. A Pareto front has no points above and to
 * the right of a point, so that position comes first.
 */
const SIDES: readonly (readonly [Side, number, number])[] = [
  ["top right", 1, -1],
  ["bottom left", -1, 1],
  ["top left", -1, -1],
  ["bottom right", 1, 1],
];

/** Half width and half height of the box that a point's number takes, px. */
const NUMBER = { x: 8, y: 7 };
/** Half the side of a point's mark, px. */
const MARK = 4;
/** Distance from a point to the centre of its number's box, px. */
const AWAY = { x: 11, y: 10 };

/**
 * Points that get a number, each with the number's position, such that no number hides a mark or another
 * number. At most `most` points are numbered: first the first, the last and `wanted`, then repeatedly the
 * point farthest from the numbered ones. Points without room get none. A mark exactly on top of the point's
 * own may be hidden.
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
    // Among overlapping marks, only one can be numbered.
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
