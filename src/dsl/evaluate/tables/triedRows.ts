import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { itemOf, type Listing, listing } from "../values/listing.ts";
import type { Row } from "../values/value.ts";
import { SkipCounts } from "./skipCounts.ts";

/**
 * Rows of a table that were tried so far, including rows for which the engine has no answer. The object stores only the
 * number of each row's combination and of its problem, eight bytes per row. Row objects are created when they are read.
 */
export class TriedRows {
  readonly kind = "rows";
  readonly skips = new SkipCounts();
  tried = 0;
  readonly #rowAt: (place: number, problem: Diagnostic | null) => Row;
  readonly #places: Int32Array;
  /** For each row, the index of the reason why the engine has no answer, counted from 1; 0 for a row with an answer. */
  readonly #reasons: Int32Array;
  #length = 0;
  readonly #problems: Diagnostic[] = [];
  readonly #known = new Map<string, number>();

  constructor(count: number, rowAt: (place: number, problem: Diagnostic | null) => Row) {
    this.#rowAt = rowAt;
    this.#places = new Int32Array(count);
    this.#reasons = new Int32Array(count);
  }

  add(place: number, problem: Diagnostic | null): void {
    this.#places[this.#length] = place;
    this.#reasons[this.#length] = problem === null ? 0 : this.#reason(problem);
    this.#length++;
  }

  get length(): number {
    return this.#length;
  }

  /** All rows tried so far, in written order. */
  get all(): Listing<Row> {
    return listing(this.#length, (at) => this.#row(at));
  }

  /** Indices of the rows for which the engine has an answer. */
  answered(): Int32Array {
    const found = new Int32Array(this.#length);
    let count = 0;
    for (let at = 0; at < this.#length; at++) if (this.#reasons[at] === 0) found[count++] = at;
    return found.subarray(0, count);
  }

  /**
   * Merges `rows` with the rows that have no answer, in written order. `kept` has the index of each row of `rows` among
   * all rows tried so far.
   */
  withProblems(rows: Listing<Row>, kept: Int32Array): Listing<Row> {
    const merged = new Int32Array(this.#length);
    let count = 0;
    let next = 0;
    for (let at = 0; at < this.#length; at++) {
      if (this.#reasons[at] !== 0) merged[count++] = ~at;
      else if (kept[next] === at) merged[count++] = next++;
    }
    return listing(count, (at) => {
      const place = merged[at] ?? 0;
      return place < 0 ? this.#row(~place) : itemOf(rows, place);
    });
  }

  #row(at: number): Row {
    const reason = this.#reasons[at] ?? 0;
    return this.#rowAt(this.#places[at] ?? 0, this.#problems[reason - 1] ?? null);
  }

  /**
   * Index of the reason for a row without an answer, counted from 1. Diagnostics with equal texts share an index, even
   * if they point at different places, because a table shows no places.
   */
  #reason(problem: Diagnostic): number {
    const key = `${problem.code} ${problem.message}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reason = this.#problems.push(problem);
    this.#known.set(key, reason);
    return reason;
  }
}
