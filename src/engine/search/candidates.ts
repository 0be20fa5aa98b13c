import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** One value of each choice, by its index. */
export type Point = Int32Array;

/** A path that a choice sets, among others perhaps: which of the path's values, its levels, a value of the choice takes. */
export interface Setting {
  readonly choice: number;
  /** By the index of the choice's value. */
  readonly levels: readonly number[];
  /** How many levels there are. */
  readonly count: number;
}

/** The scenarios that a search chooses among: one for each way to take one value of each of its choices. */
export interface Candidates {
  /** How many values each choice has; the last one turns fastest. */
  readonly sizes: readonly number[];
  readonly settings: readonly Setting[];
  /** The scenario at a point; what is wrong with it where there is none. */
  at(point: Point): Scenario | Unmade;
  /** One field of the scenario at a point, read by itself; undefined where it cannot be made. */
  field(field: Field, point: Point): unknown;
  /**
   * The settings, as bits, that a field was ever seen to depend on. Two points that agree in these have the same field. It
   * grows while fields are read, and `seen` changes whenever it does.
   */
  reads(field: Field): number;
  readonly seen: Seen;
}

/** How often more was seen; one thing for all that look at candidates, which they do before every look-up. */
export interface Seen {
  readonly count: number;
}

/** A combination that is no scenario: a value out of its field's range. */
export interface Unmade {
  readonly unmade: { readonly reason: string; readonly example: string };
}

/** A point's place in the order of all points. */
export function placeOf(sizes: readonly number[], point: Point): number {
  let place = 0;
  for (let i = 0; i < sizes.length; i++) place = place * (sizes[i] ?? 1) + (point[i] ?? 0);
  return place;
}

/** How many candidates follow each other that agree in all choices up to the last one behind some settings, as bits. */
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
