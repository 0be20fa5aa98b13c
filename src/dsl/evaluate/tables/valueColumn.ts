import type { Listing } from "../values/listing.ts";
import type { OfResult, Quantity, ScenarioValue, Value } from "../values/value.ts";

/** Form that a column's numbers share: everything but their size. One object stands for all numbers of the form. */
interface Alike {
  readonly kind: "number";
  readonly of: Quantity;
  /**
   * Path of the output that the number was read from, if that is of its row's own scenario. Through it `step_time.high` of the
   * value can be read.
   */
  readonly path: string | null;
}

type Form = Alike | { readonly kind: "value"; readonly value: Value };

/**
 * Compact column of values, one per row. Numbers are stored as numbers, and each other value once. It takes twelve bytes per row,
 * where value objects take about a hundred.
 */
export class ValueColumn implements Listing<Value | null> {
  /** Numbers of the values; none until one of them is a number. */
  #numbers: Float64Array | null = null;
  /** Index of each value's form, counted from 1; 0 for null. */
  #codes: Int32Array;
  #length = 0;
  /** Number of values that are numbers. */
  #numeric = 0;
  readonly #forms: Form[] = [];
  readonly #codeOf = new Map<unknown, number>();
  readonly #keyOf: (value: Value) => unknown;

  /**
   * Makes a column for about `expected` values. `keyOf` gives equal keys for values that count as equal; by default only the same
   * object does. It is not called for numbers.
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

  /** Appends a value of the row with the scenario `own`. With `number`, the value is `value` with that number in its place. */
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
   * Value at an index. With `row`, a number that was read from an output refers to that output of the row; without it the number
   * is plain.
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

  /** Numbers of the column, with NaN for values that are not numbers. Empty where no value is a number. */
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

  #alike(value: Quantity & OfResult, own: ScenarioValue | null): number {
    const { result, dimension, unit } = value;
    // A result of another scenario than the row's own keeps its reference.
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

  /** Index of the last number's form, since neighbouring numbers usually share it. */
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
