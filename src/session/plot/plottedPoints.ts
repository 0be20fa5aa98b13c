import { type Value, ValueColumn } from "../../dsl/evaluate/index.ts";
import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import type { Points } from "../../report/index.ts";
import { textOfValue } from "../textOfValue.ts";

/** The points of one series of a table's plot: columns, as a million of them come. */
export class PlottedPoints {
  readonly #x = new ValueColumn();
  /** In base units; NaN where a row has no answer. */
  readonly #y: number[] = [];
  #overWords = false;

  /** Places of rows that do not fit their devices for sure. */
  readonly #fits = new Map<number, Fit>();

  push(x: Value, y: number | null, fit: Fit): void {
    if (fit !== "yes") this.#fits.set(this.#y.length, fit);
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
  byText(): ReadonlyMap<string, { readonly value: number | null; readonly fit: Fit }> {
    const found = new Map<string, { readonly value: number | null; readonly fit: Fit }>();
    let at = 0;
    for (const x of this.#x) {
      const fit = this.#fits.get(at) ?? "yes";
      const y = this.#y[at++] ?? Number.NaN;
      if (x) found.set(textOfValue(x), { value: Number.isNaN(y) ? null : y, fit });
    }
    return found;
  }
}
