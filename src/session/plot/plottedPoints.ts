import { type Value, ValueColumn } from "../../dsl/evaluate/index.ts";
import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import type { Points } from "../../report/index.ts";
import { valueWords } from "./valueWords.ts";

/** Points of one series of a table's figure. Stored as columns, because there may be a million. */
export class PlottedPoints {
  readonly #x = new ValueColumn();
  /** Vertical coordinates in base units; NaN where a row has no result. */
  readonly #y: number[] = [];
  #overWords = false;

  /** `column` is the title of the column on the x axis. */
  constructor(private readonly column: string) {}

  /**
   * Verdict on memory of each row whose plan does not fit its devices or may not, by row number. Rows that fit are left
   * out.
   */
  readonly #fits = new Map<number, Fit>();

  push(x: Value, y: number | null, fit: Fit): void {
    if (fit !== "yes") this.#fits.set(this.#y.length, fit);
    this.#x.push(x, null);
    this.#y.push(y ?? Number.NaN);
    this.#overWords ||= x.kind !== "quantity";
  }

  /** True where the x of some point is a word instead of a number. */
  get overWords(): boolean {
    return this.#overWords;
  }

  /** Points as arrays of numbers, for a series whose x values are all numbers. */
  overNumbers(): Points {
    return { x: this.#x.numbers(), y: this.#y };
  }

  /** Points keyed by the text of their x. Where several points have the same text, the last one counts. */
  byText(): ReadonlyMap<string, { readonly value: number | null; readonly fit: Fit }> {
    const found = new Map<string, { readonly value: number | null; readonly fit: Fit }>();
    let at = 0;
    for (const x of this.#x) {
      const fit = this.#fits.get(at) ?? "yes";
      const y = this.#y[at++] ?? Number.NaN;
      if (x) found.set(valueWords(this.column, x), { value: Number.isNaN(y) ? null : y, fit });
    }
    return found;
  }
}
