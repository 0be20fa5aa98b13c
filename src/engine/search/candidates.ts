import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** Point of a search: the index of one value for each choice. */
export type Point = Int32Array;

/** Path of the scenario that a choice sets, alone or with others. Equal values of the path share a level. */
export interface Setting {
  readonly choice: number;
  /** Level of each value of the choice, by the value's index. */
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
  /** Field of the scenario at a point, read without the other fields; undefined where it cannot be made. */
  field(field: Field, point: Point): unknown;
  /**
   * Settings, as bits, that a field was seen to depend on so far. Points that agree in them have equal fields. The set grows while
   * fields are read, and `seen` changes when it does.
   */
  reads(field: Field): number;
  readonly seen: Seen;
}

/**
 * Counts how many times a field was found to depend on further settings. All memos share one counter, and read it before each
 * lookup.
 */
export interface Seen {
  readonly count: number;
}

/** A combination without a scenario: a value is out of its field's range. */
export interface Unmade {
  readonly unmade: { readonly reason: string; readonly example: string };
}

/** Place of a point in the order of all points. */
export function placeOf(sizes: readonly number[], point: Point): number {
  let place = 0;
  for (let i = 0; i < sizes.length; i++) place = place * (sizes[i] ?? 1) + (point[i] ?? 0);
  return place;
}

/** Number of consecutive candidates that agree in the given settings (bits) and all choices before them. */
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
