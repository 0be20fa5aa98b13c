import type { Points } from "./points.ts";
import { FIGURE_WIDTH } from "./theme/theme.ts";

/** Axes that are logarithmic. Which points share a pixel depends on this. */
export interface Logs {
  readonly x: boolean;
  readonly y: boolean;
}

/** Indices of the points that are drawn, in order, for each series. */
export interface Thinned {
  readonly places: readonly ArrayLike<number>[];
  /**
   * Distance in px within which one drawn point stands for the others: the side of a square, or the width of
   * a column.
   */
  readonly side: number;
}

/** Number of points below which all are drawn. */
const FEW = 2_000;
/**
 * Number of columns in which a line keeps its extreme points. It is twice the static picture's width, so that
 * a wide screen shows no steps.
 */
const COLUMNS = 2 * FIGURE_WIDTH;
/** Limit on the drawn points of all lines together. With more points, columns get wider than a pixel. */
const MOST_OF_LINES = 20_000;
/** Limit on the drawn points of one line per column: the first, the last, the lowest and the highest. */
const OF_COLUMN = 4;
/** Approximate height of the plot in px, for grouping points by pixel. */
const PLOT_HEIGHT = 300;

/**
 * True where a series has many points whose x goes back and forth, so that a line would cover the picture.
 */
export function isTangle(points: Points): boolean {
  return points.x.length > FEW && goesBack(points);
}

/**
 * True where a series forms a cloud rather than a line: on average at least two of its points share an x, or
 * x turns back many times.
 */
export function isCloud(points: Points): boolean {
  return comesAgain(points) || turnsOften(points);
}

/**
 * Number of steps per reversal of x below which points are a cloud. A curve that bends back, as a front or a
 * loop does, reverses once or twice.
 */
const STEPS_A_TURN = 4;
/** Number of reversals of x below which points are not a cloud. */
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
 * Points of lines that are drawn where there are too many: the first, last, lowest and highest of each pixel
 * column (Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014). All lines of
 * a figure share one limit. A line that is short, or whose x goes back and forth, is unchanged.
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

/**
 * Indices of the first, last, lowest and highest point of a column and of its last gap, sorted, without
 * repetition.
 */
function extremes(y: Points["y"], start: number, end: number): readonly number[] {
  let [low, high, gap] = [start, start, -1];
  for (let at = start; at < end; at++) {
    const value = y[at] as number;
    if (Number.isNaN(value)) gap = at;
    // A gap (NaN) as the lowest or highest so far gives way to any number.
    if (value < (y[low] as number) || Number.isNaN(y[low])) low = at;
    if (value > (y[high] as number) || Number.isNaN(y[high])) high = at;
  }
  const all = new Set([start, low, high, end - 1, ...(gap < 0 ? [] : [gap])]);
  return [...all].sort((one, other) => one - other);
}

/** Initial side of the cells in which one point stands for the others, in px: about a mark's size. */
const CELL = 4;
/** Factor by which the side of the cells grows until few enough points are left. */
const LARGER = 1.5;

/**
 * Points of each series that are drawn: one per cell of a grid over the picture. Cells grow until at most
 * `most` points of all series are left, or one per series. A point far from others of its series is alone in
 * its cell, so it is always drawn.
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
