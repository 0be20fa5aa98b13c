import type { Field } from "../scenario/field.ts";
import type { Candidates, Point } from "./candidates.ts";
import { Slots } from "./slots.ts";

/** Numbers of one field's values, by the settings that the field was seen to depend on. */
export interface Column {
  readonly field: Field;
  /** Number of each value, by a text that identifies it. */
  readonly byText: Map<string, number>;
  /** Values by number. Empty for models and clusters, because a long table has one per row. */
  readonly values: unknown[];
  reads: number;
  slots: Slots;
}

/** Gives each value of a field a small number; equal values have equal numbers. */
export class FieldIds {
  readonly #candidates: Candidates;
  readonly #columns = new Map<Field, Column>();
  /** `candidates.seen.count` at the last look at the columns. */
  #seen = -1;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
  }

  /** A field's number at a point; -1 where it has no value. Numbers are below the column's `slots.size`. */
  of(column: Column, point: Point): number {
    if (this.#seen !== this.#candidates.seen.count) this.#lookAll();
    const known = column.slots.at(point);
    return known >= 0 ? known : this.#read(column, point);
  }

  /**
   * Joint key of several fields; -1 where one of them has no value. It is a text where a number would not be exact. `seen` may
   * change meanwhile.
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
