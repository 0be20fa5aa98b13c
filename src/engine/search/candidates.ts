import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** Candidate of a search, written as an array: for each choice, the index of its value. */
export type Point = Int32Array;

/**
 * Scenario path that a choice sets. A choice that sets several paths has one `Setting` for each. Values of the choice that
 * give the path equal values share a level.
 */
export interface Setting {
  readonly choice: number;
  /** Level (a small integer) of the path under each value of the choice, by the value's index. */
  readonly levels: readonly number[];
  /** Number of distinct levels of the path. */
  readonly count: number;
}

/** Scenarios that a search chooses among: one for each combination of values of its choices. */
export interface Candidates {
  /** Number of values of each choice. The last choice varies fastest in the order of candidates. */
  readonly sizes: readonly number[];
  readonly settings: readonly Setting[];
  /** Builds the scenario of a point. Returns `Unmade`, with the reason, where a value is out of its field's range. */
  at(point: Point): Scenario | Unmade;
  /**
   * Value of one field of the scenario at a point, computed without the other fields; undefined where it cannot be computed.
   */
  field(field: Field, point: Point): unknown;
  /**
   * Bit mask of the settings that a field was found to depend on so far. Points that agree in these settings have equal values
   * of the field. The mask grows while fields are read, and `seen.count` rises when it does.
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

/** Combination of values that gives no scenario, because a value is out of its field's range. */
export interface Unmade {
  readonly unmade: { readonly reason: string; readonly example: string };
}

/** Index of a point in the order of all points, in which the last choice varies fastest. */
export function placeOf(sizes: readonly number[], point: Point): number {
  let place = 0;
  for (let i = 0; i < sizes.length; i++) place = place * (sizes[i] ?? 1) + (point[i] ?? 0);
  return place;
}

/**
 * Number of consecutive candidates that agree in every choice up to the last one that `reads`, a bit mask of settings,
 * contains.
 */
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
