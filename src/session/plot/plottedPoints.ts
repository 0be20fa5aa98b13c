import { type Value, ValueColumn } from "../../dsl/evaluate/index.ts";
import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import type { Points } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Points of one series of a table's plot. Stored as columns, because there may be a million. */
export class PlottedPoints {
  readonly #x = new ValueColumn();
  /** Values in base units; NaN where a row has no answer. */
  readonly #y: number[] = [];
  #overWords = false;

  /** Fits of the rows that do not fit their devices for sure, by row. */
  readonly #fits = new Map<number, Fit>();

  push(x: Value, y: number | null, fit: Fit): void {
    if (fit !== "yes") this.#fits.set(this.#y.length, fit);
    this.#x.push(x, null);
    this.#y.push(y ?? Number.NaN);
    this.#overWords ||= x.kind !== "quantity";
  }

  /** True where some point's x is a word instead of a number. */
  get overWords(): boolean {
    return this.#overWords;
  }

  /** Points of a series whose x values are all numbers. */
  overNumbers(): Points {
    return { x: this.#x.numbers(), y: this.#y };
  }

  /** Points by the text of their x. The last point of each text wins. */
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
