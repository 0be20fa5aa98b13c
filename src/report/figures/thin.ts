import { FIGURE_WIDTH } from "./theme.ts";

type Points = readonly (readonly [number, number | null])[];

/** Whether an axis is logarithmic: what lies on one pixel depends on it. */
export interface Logs {
  readonly x: boolean;
  readonly y: boolean;
}

/** Fewer points than this draw fast as they are. */
const FEW = 2_000;
/** Twice the columns of the static picture, so that a wide screen sees no steps. */
const COLUMNS = 2 * FIGURE_WIDTH;
/** px, about */
const PLOT_HEIGHT = 300;

/** Whether points are too many for a line through them to be one: it goes back and forth over all of the picture. */
export function isTangle(points: Points): boolean {
  return points.length > FEW && goesBack(points);
}

const goesBack = (points: Points): boolean => points.some(([x], at) => x < (points[at - 1]?.[0] ?? x));

/**
 * The points of a line that decide its pixels: of each column of the picture the first, the last, the lowest and the highest
 * (Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014). A line whose x goes back and forth, or
 * that is short, stays as it is.
 */
export function thinLine(points: Points, logs: Logs): Points {
  if (points.length <= FEW || goesBack(points)) return points;
  const column = binOf(
    points.map(([x]) => x),
    COLUMNS,
    logs.x,
  );
  const kept: (readonly [number, number | null])[] = [];
  let start = 0;
  for (let at = 1; at <= points.length; at++) {
    const [from, to] = [points[start], points[at]];
    if (from === undefined || (to !== undefined && column(to[0]) === column(from[0]))) continue;
    kept.push(...extremes(points, start, at).map((index) => points[index] ?? from));
    start = at;
  }
  return kept;
}

/** Of a column's points: first, last, lowest, highest and a gap, each once, in their order. */
function extremes(points: Points, start: number, end: number): readonly number[] {
  let [low, high, gap] = [start, start, -1];
  for (let at = start; at < end; at++) {
    const y = points[at]?.[1] ?? null;
    if (y === null) {
      gap = at;
      continue;
    }
    if (y < (points[low]?.[1] ?? Number.POSITIVE_INFINITY)) low = at;
    if (y > (points[high]?.[1] ?? Number.NEGATIVE_INFINITY)) high = at;
  }
  const all = new Set([start, low, high, end - 1, ...(gap < 0 ? [] : [gap])]);
  return [...all].sort((one, other) => one - other);
}

/** px, the sides of the cells that points are gathered in, tried in turn: about a mark's size, then more */
const CELLS = [4, 6, 9, 13] as const;

/**
 * One point of each cell of the picture, where there are many; cells grow until `most` points are left. A point far from
 * others is alone in its cell and always drawn. `cell` is the side, px; null where all are drawn.
 */
export function thinPoints(
  points: Points,
  logs: Logs,
  most: number,
): { readonly points: Points; readonly cell: number | null } {
  if (points.length <= most) return { points, cell: null };
  let gathered: Points = points;
  let side: number | null = null;
  for (const cell of CELLS) {
    gathered = oneOfEachCell(points, logs, cell);
    side = cell;
    if (gathered.length <= most) break;
  }
  return { points: gathered, cell: side };
}

function oneOfEachCell(points: Points, logs: Logs, cell: number): Points {
  const rows = Math.ceil(PLOT_HEIGHT / cell);
  const column = binOf(
    points.map(([x]) => x),
    Math.ceil(FIGURE_WIDTH / cell),
    logs.x,
  );
  const row = binOf(
    points.flatMap(([, y]) => (y === null ? [] : [y])),
    rows,
    logs.y,
  );
  const taken = new Set<number>();
  return points.filter(([x, y]) => {
    if (y === null) return false;
    const place = column(x) * (rows + 1) + row(y);
    if (taken.has(place)) return false;
    taken.add(place);
    return true;
  });
}

function binOf(values: readonly number[], bins: number, log: boolean): (value: number) => number {
  const place = (value: number): number => (log ? Math.log(Math.max(value, Number.MIN_VALUE)) : value);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(place(value))) continue;
    low = Math.min(low, place(value));
    high = Math.max(high, place(value));
  }
  const width = (high - low) / bins || 1;
  return (value) => Math.floor((place(value) - low) / width);
}
