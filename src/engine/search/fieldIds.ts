import type { Field } from "../scenario/field.ts";
import type { Candidates, Point } from "./candidates.ts";
import { Slots } from "./slots.ts";

/**
 * Table that numbers the distinct values of one scenario field. Points that agree in the settings that the field depends on
 * share a number.
 */
export interface Column {
  readonly field: Field;
  /** Number of each value, by a text that identifies it. */
  readonly byText: Map<string, number>;
  /** Field values by number. Empty for the fields `model` and `cluster`, because a long table has one object per row. */
  readonly values: unknown[];
  reads: number;
  slots: Slots;
}

/** Gives each value of a field a small number; equal values have equal numbers. */
export class FieldIds {
  readonly #candidates: Candidates;
  readonly #columns = new Map<Field, Column>();
  /** Value of `candidates.seen.count` when the columns were last updated. A larger count means that they may be outdated. */
  #seen = -1;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
  }

  /** Number of a field's value at a point; -1 where the field has no value. Numbers are below the column's `slots.size`. */
  of(column: Column, point: Point): number {
    if (this.#seen !== this.#candidates.seen.count) this.#lookAll();
    const known = column.slots.at(point);
    return known >= 0 ? known : this.#read(column, point);
  }

  /**
   * Key that identifies the values of several fields at a point; -1 where a field has no value. The key is a text where a
   * number would exceed the exact integers. Reading the fields may raise `candidates.seen.count`; the key is then outdated.
   */
  together(columns: readonly Column[], point: Point): number | string {
    if (this.#seen !== this.#candidates.seen.count) this.#lookAll();
    let key = 0;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as Column;
      const { slots } = column;
      const known = slots.at(point);
      const id = known >= 0 ? known : this.#read(column, point);
      if (id < 0) return -1;
      key = key * slots.size + id;
    }
    return key <= Number.MAX_SAFE_INTEGER ? key : columns.map((column) => this.of(column, point)).join(" ");
  }

  /** The value of a plan field at a point. */
  value(column: Column, point: Point): unknown {
    return column.values[this.of(column, point)];
  }

  /** Column of a field: one object for the whole search. */
  column(field: Field): Column {
    if (this.#seen !== this.#candidates.seen.count) this.#lookAll();
    return this.#columns.get(field) ?? this.#look(field);
  }

  #lookAll(): void {
    this.#seen = this.#candidates.seen.count;
    for (const known of this.#columns.keys()) this.#look(known);
  }

  /** Updates a field's column if the field was found to depend on further settings. */
  #look(field: Field): Column {
    const known = this.#columns.get(field);
    const reads = this.#candidates.reads(field);
    if (known?.reads === reads) return known;
    const fresh = { reads, slots: new Slots(this.#candidates.settings, reads) };
    const column = known ? Object.assign(known, fresh) : { field, byText: new Map(), values: [], ...fresh };
    this.#columns.set(field, column);
    return column;
  }

  #read(column: Column, point: Point): number {
    const value = this.#candidates.field(column.field, point);
    if (value === undefined) return -1;
    const whole = column.field === "model" || column.field === "cluster";
    const text = typeof value === "object" ? textOf(whole, value) : String(value);
    const known = column.byText.get(text);
    const id = known ?? column.byText.size;
    if (known === undefined) {
      column.byText.set(text, id);
      if (!whole) column.values.push(value);
    }
    // Reading the field may have revealed further settings that it depends on.
    this.column(column.field).slots.set(point, id);
    return id;
  }
}

const names = new WeakMap<object, string>();
let named = 0;

/** Text that identifies a value. Models and clusters are identified by object. */
function textOf(whole: boolean, value: object | null): string {
  if (value === null || !whole) return JSON.stringify(value);
  const name = names.get(value) ?? String(named++);
  names.set(value, name);
  return name;
}
