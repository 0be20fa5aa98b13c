import type { Drawn } from "../values/draws.ts";
import type { Listing } from "../values/listing.ts";
import type { OfResult, Quantity, ScenarioValue, Value } from "../values/value.ts";

/**
 * Properties that many numbers of a column share: dimension, unit and result path. One object stands for all numbers
 * that differ only in their size.
 */
interface Alike {
  readonly kind: "number";
  readonly of: Quantity;
  /**
   * Path of the result from which the numbers were read, if each is a result of its own row's scenario; null otherwise.
   * With this path, `step_time.high` can be read from a `step_time` in the column.
   */
  readonly path: string | null;
}

type Form = Alike | { readonly kind: "value"; readonly value: Value };

/**
 * Column of a table with one value per row, stored compactly. Numbers are stored as numbers, and each distinct other
 * value once. A row takes twelve bytes, where a value object takes about a hundred.
 */
export class ValueColumn implements Listing<Value | null> {
  /** Numbers of the column by row; null until the column has a number. */
  #numbers: Float64Array | null = null;
  /** For each row, an index in `#forms`, counted from 1; 0 for a row without a value. */
  #codes: Int32Array;
  #length = 0;
  /** Number of rows whose value is a number. */
  #numeric = 0;
  readonly #forms: Form[] = [];
  readonly #codeOf = new Map<unknown, number>();
  readonly #keyOf: (value: Value) => unknown;

  /**
   * Makes a column for about `expected` values. `keyOf` gives equal keys for values that are equal and shall be stored
   * once; by default, each object is its own key. For numbers `keyOf` is not called.
   */
  constructor(expected = 0, keyOf: (value: Value) => unknown = (value) => value) {
    this.#codes = new Int32Array(Math.max(expected, LEAST));
    this.#keyOf = keyOf;
  }

  get length(): number {
    return this.#length;
  }

  get hasNumbers(): boolean {
    return this.#numeric > 0;
  }

  /**
   * Appends the value of the next row, whose scenario is `own`. With `number`, this number replaces the size of
   * `value`.
   */
  push(value: Value | null, own: ScenarioValue | null, number?: number): void {
    const at = this.#length++;
    if (at === this.#codes.length) this.#grow();
    if (value === null) return;
    this.#codes[at] = value.kind === "quantity" ? this.#alike(value, own) : this.#same(value);
    if (value.kind !== "quantity") return;
    this.#numbers ??= new Float64Array(this.#codes.length);
    this.#numbers[at] = number ?? value.value;
    this.#numeric++;
  }

  /**
   * Value at an index. A number that was read from a result is linked to that result of the scenario of `row`. Without
   * `row`, the number is linked to no result.
   */
  at(index: number, row: { readonly scenario: ScenarioValue } | null = null): Value | null | undefined {
    const at = index < 0 ? index + this.#length : index;
    if (at < 0 || at >= this.#length) return undefined;
    const form = this.#forms[(this.#codes[at] ?? 0) - 1];
    if (!form) return null;
    if (form.kind === "value") return form.value;
    const value = this.#numbers?.[at] ?? 0;
    if (form.path === null || row === null) return { ...form.of, value };
    const result = { kind: "result", path: form.path, scenario: row.scenario, record: null } as const;
    return { result, ...form.of, value };
  }

  /** Numbers of the column by row, with NaN for values that are not numbers. Empty where no value is a number. */
  numbers(): Float64Array {
    const own = this.#numbers?.subarray(0, this.#length) ?? new Float64Array();
    if (this.#numeric === this.#length) return own;
    const numeric = [false, ...this.#forms.map(({ kind }) => kind === "number")];
    for (let at = 0; at < own.length; at++) if (!numeric[this.#codes[at] ?? 0]) own[at] = Number.NaN;
    return own;
  }

  *[Symbol.iterator](): Iterator<Value | null> {
    for (let at = 0; at < this.#length; at++) yield this.at(at) ?? null;
  }

  #alike(value: Quantity & OfResult & Drawn, own: ScenarioValue | null): number {
    const { result, dimension, unit, draws } = value;
    if (draws) return this.#code(draws, () => ({ kind: "number", of: value, path: null }));
    // A number that was read from another scenario than the row's own stays linked to the other scenario.
    if (result && own !== null && result.scenario !== own)
      return this.#code(result, () => ({ kind: "number", of: value, path: null }));
    const path = result?.path ?? null;
    const last = this.#forms[this.#last - 1];
    if (
      last?.kind === "number" &&
      last.path === path &&
      last.of.dimension === dimension &&
      last.of.unit === unit
    )
      return this.#last;
    this.#last = this.#code(`${dimension.key} ${unit ?? ""} ${path ?? ""}`, () => {
      const { result: _, ...of } = value;
      return { kind: "number", of, path };
    });
    return this.#last;
  }

  /**
   * Index of the form (dimension, unit, path) of the number that was appended last. This form is tried first, since
   * neighbouring numbers usually share it.
   */
  #last = 0;

  #same(value: Value): number {
    switch (value.kind) {
      case "none":
      case "boolean":
      case "word":
      case "text":
        return this.#code(plainKey(value), () => ({ kind: "value", value }));
      default:
        return this.#code(this.#keyOf(value), () => ({ kind: "value", value }));
    }
  }

  #code(key: unknown, make: () => Form): number {
    const known = this.#codeOf.get(key);
    if (known !== undefined) return known;
    const code = this.#forms.push(make());
    this.#codeOf.set(key, code);
    return code;
  }

  #grow(): void {
    if (this.#numbers) {
      const numbers = new Float64Array(2 * this.#numbers.length);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
    const codes = new Int32Array(2 * this.#codes.length);
    codes.set(this.#codes);
    this.#codes = codes;
  }
}

const LEAST = 64;

function plainKey(value: Value): string {
  switch (value.kind) {
    case "word":
      return `word ${value.word}`;
    case "text":
      return `text ${value.value}`;
    case "boolean":
      return `truth ${value.value}`;
    default:
      return value.kind;
  }
}
