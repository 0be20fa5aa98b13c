import type { Points } from "./points.ts";
import { FIGURE_WIDTH } from "./theme.ts";

/** Whether an axis is logarithmic: what lies on one pixel depends on it. */
export interface Logs {
  readonly x: boolean;
  readonly y: boolean;
}

/** What is drawn of some series: of each the places of its points, in their order. */
export interface Thinned {
  readonly places: readonly ArrayLike<number>[];
  /** px, the side of what one point, or one column's extremes, stand for. */
  readonly side: number;
}

/** Fewer points than this draw fast as they are. */
const FEW = 2_000;
/** Twice the columns of the static picture, so that a wide screen sees no steps. */
const COLUMNS = 2 * FIGURE_WIDTH;
/** Points of all lines: more of them make columns wider than that. */
const MOST_OF_LINES = 20_000;
/** Of a column at most: the first, the last, the lowest, the highest. */
const OF_COLUMN = 4;
/** px, about */
const PLOT_HEIGHT = 300;

/** Whether points are too many for a line through them to be one: it goes back and forth over all of the picture. */
export function isTangle(points: Points): boolean {
  return points.x.length > FEW && goesBack(points);
}

/** Whether points lie beside each other rather than along a line: on average two or more share an x, or x turns again and again. */
export function isCloud(points: Points): boolean {
  return comesAgain(points) || turnsOften(points);
}

/** Steps for each turn of an x that is no line's; a curve that comes back, as that of a front or a loop, turns once or twice. */
const STEPS_A_TURN = 4;
const FEW_TURNS = 3;

function turnsOften({ x }: Points): boolean {
  let [turns, before] = [0, 0];
  for (let at = 1; at < x.length; at++) {
    const way = Math.sign((x[at] as number) - (x[at - 1] as number));
    if (way === 0) continue;
    if (before !== 0 && way !== before) turns++;
    before = way;
  }
  return turns >= FEW_TURNS && STEPS_A_TURN * turns > x.length - 1;
}

function comesAgain({ x }: Points): boolean {
  if (x.length <= FEW) return new Set(Array.from(x)).size <= x.length / 2;
  let same = 0;
  for (let at = 1; at < x.length; at++) if (x[at] === x[at - 1]) same++;
  return same >= x.length / 2;
}

function goesBack({ x }: Points): boolean {
  for (let at = 1; at < x.length; at++) if ((x[at] as number) < (x[at - 1] as number)) return true;
  return false;
}

/**
 * The points of lines that decide their pixels: of each column of the picture the first, the last, the lowest and the highest
 * (Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014). Many lines share what a figure can
 * hold. A line whose x goes back and forth, or that is short, stays as it is.
 */
export function thinLines(all: readonly Points[], logs: Logs): Thinned {
  const share = Math.floor(MOST_OF_LINES / OF_COLUMN / all.length);
  const columns = Math.min(COLUMNS, Math.max(1, share));
  const few = Math.min(FEW, OF_COLUMN * columns);
  return {
    places: all.map((points) =>
      points.x.length <= few || goesBack(points) ? placesOf(points) : thinLine(points, columns, logs.x),
    ),
    side: FIGURE_WIDTH / columns,
  };
}

const placesOf = ({ x }: Points): readonly number[] => Array.from(x, (_, at) => at);

function thinLine({ x, y }: Points, columns: number, log: boolean): readonly number[] {
  const column = binOf([x], columns, log);
  const kept: number[] = [];
  let start = 0;
  for (let at = 1; at <= x.length; at++) {
    if (at < x.length && column(x[at] as number) === column(x[start] as number)) continue;
    kept.push(...extremes(y, start, at));
    start = at;
  }
  return kept;
}

/** Of a column's points: first, last, lowest, highest and a gap, each once, in their order. */
function extremes(y: Points["y"], start: number, end: number): readonly number[] {
  let [low, high, gap] = [start, start, -1];
  for (let at = start; at < end; at++) {
    const value = y[at] as number;
    if (Number.isNaN(value)) gap = at;
    // Any number is lower, and higher, than a gap.
    if (value < (y[low] as number) || Number.isNaN(y[low])) low = at;
    if (value > (y[high] as number) || Number.isNaN(y[high])) high = at;
  }
  const all = new Set([start, low, high, end - 1, ...(gap < 0 ? [] : [gap])]);
  return [...all].sort((one, other) => one - other);
}

/** px, the sides of the cells that points are gathered in: about a mark's size first, then so many times as large each */
const CELL = 4;
const LARGER = 1.5;

/**
 * One point of each cell of the picture and series, where there are many; cells grow until `most` points of all series are left, or
 * one for each series. A point far from others of its series is alone in its cell and always drawn.
 */
export function thinPoints(all: readonly Points[], logs: Logs, most: number): Thinned {
  const count = (places: Thinned["places"]): number => places.reduce((sum, { length }) => sum + length, 0);
  let thinned: Thinned = { places: all.map(placesOf), side: 0 };
  for (
    let cell = CELL;
    count(thinned.places) > most && thinned.side < FIGURE_WIDTH;
    cell = Math.floor(LARGER * cell)
  )
    thinned = { places: ofCells(all, logs, cell), side: cell };
  return thinned;
}

function ofCells(all: readonly Points[], logs: Logs, cell: number): Thinned["places"] {
  const rows = Math.ceil(PLOT_HEIGHT / cell);
  const column = binOf(
    all.map(({ x }) => x),
    Math.ceil(FIGURE_WIDTH / cell),
    logs.x,
  );
  const row = binOf(
    all.map(({ y }) => y),
    rows,
    logs.y,
  );
  return all.map(({ x, y }) => {
    const taken = new Set<number>();
    const kept: number[] = [];
    for (let at = 0; at < x.length; at++) {
      if (Number.isNaN(y[at])) continue;
      const place = column(x[at] as number) * (rows + 1) + row(y[at] as number);
      if (taken.has(place)) continue;
      taken.add(place);
      kept.push(at);
    }
    return kept;
  });
}

function binOf(all: readonly ArrayLike<number>[], bins: number, log: boolean): (value: number) => number {
  const place = (value: number): number => (log ? Math.log(Math.max(value, Number.MIN_VALUE)) : value);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of all)
    for (let at = 0; at < values.length; at++) {
      const own = place(values[at] as number);
      if (!Number.isFinite(own)) continue;
      if (own < low) low = own;
      if (own > high) high = own;
    }
  const width = (high - low) / bins || 1;
  return (value) => Math.floor((place(value) - low) / width);
}
