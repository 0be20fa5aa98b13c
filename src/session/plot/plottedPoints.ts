import { type Value, ValueColumn } from "../../dsl/evaluate/index.ts";
import type { Points } from "../../report/index.ts";
import { textOfValue } from "../textOfValue.ts";

/** The points of one series of a table's plot: columns, as a million of them come. */
export class PlottedPoints {
  readonly #x = new ValueColumn();
  /** In base units; NaN where a row has no answer. */
  readonly #y: number[] = [];
  #overWords = false;

  push(x: Value, y: number | null): void {
    this.#x.push(x, null);
    this.#y.push(y ?? Number.NaN);
    this.#overWords ||= x.kind !== "quantity";
  }

  /** Whether a point stands at a word. */
  get overWords(): boolean {
    return this.#overWords;
  }

  /** Of a series in which none does. */
  overNumbers(): Points {
    return { x: this.#x.numbers(), y: this.#y };
  }

  /** By the texts of where they stand, the last point of each. */
  byText(): ReadonlyMap<string, number | null> {
    const found = new Map<string, number | null>();
    let at = 0;
    for (const x of this.#x) {
      const y = this.#y[at++] ?? Number.NaN;
      if (x) found.set(textOfValue(x), Number.isNaN(y) ? null : y);
    }
    return found;
  }
}
