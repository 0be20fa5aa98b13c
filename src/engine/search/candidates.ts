import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** One value of each choice, by its index. */
export type Point = Int32Array;

/** A path of the scenario that a choice sets, perhaps with others, and the level that each value of the choice gives it. */
export interface Setting {
  readonly choice: number;
  /** The level of each value of the choice, by the value's index. */
  readonly levels: readonly number[];
  /** Number of levels. */
  readonly count: number;
}

/** Scenarios that a search chooses among: one for each combination of values of its choices. */
export interface Candidates {
  /** Number of values of each choice. The last choice turns fastest. */
  readonly sizes: readonly number[];
  readonly settings: readonly Setting[];
  /** The scenario at a point, or why there is none. */
  at(point: Point): Scenario | Unmade;
  /** One field of the scenario at a point, read by itself; undefined where it cannot be made. */
  field(field: Field, point: Point): unknown;
  /**
   * Settings, as bits, that a field was ever seen to depend on. Points that agree in them have the same field. The set grows while fields
   * are read, and `seen` changes when it does.
   */
  reads(field: Field): number;
  readonly seen: Seen;
}

/** Counts how often a field was seen to depend on more settings. All memos share one object, and look at it before each lookup. */
export interface Seen {
  readonly count: number;
}

/** A combination without a scenario: a value is out of its field's range. */
export interface Unmade {
  readonly unmade: { readonly reason: string; readonly example: string };
}

/** A point's place in the order of all points. */
export function placeOf(sizes: readonly number[], point: Point): number {
  let place = 0;
  for (let i = 0; i < sizes.length; i++) place = place * (sizes[i] ?? 1) + (point[i] ?? 0);
  return place;
}

/** Length of a run of candidates that agree in all choices up to the last one behind the given settings (bits). */
export function runLength({ sizes, settings }: Candidates, reads: number): number {
  const last = settings.reduce(
    (most, { choice }, i) => ((reads >> i) & 1 ? Math.max(most, choice) : most),
    -1,
  );
  return sizes.slice(last + 1).reduce((product, size) => product * size, 1);
}

export function pointAt(sizes: readonly number[], place: number): Point {
  const point = new Int32Array(sizes.length);
  let rest = place;
  for (let i = sizes.length - 1; i >= 0; i--) {
    const size = sizes[i] ?? 1;
    point[i] = rest % size;
    rest = Math.floor(rest / size);
  }
  return point;
}
