import type { Field } from "../factor.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario.ts";
import type { Point } from "./candidates.ts";
import type { Column } from "./fieldIds.ts";
import { Numbering, Slots } from "./numbering.ts";
import type { Space } from "./space.ts";

/** Fields of the plan of which only something is read: candidates that agree in it agree. */
export interface Merged {
  readonly fields: readonly (keyof Plan)[];
  of(plan: Plan): string;
}

/**
 * What is worked out of a scenario, once for all candidates that agree in the fields that it reads; those that agree in the
 * settings behind these are not even made. A field that a list lacks would give one plan the number of another: `test/engine/search/` compares with estimates of all.
 */
export class Remembered<T> {
  readonly #space: Space;
  readonly #fields: () => readonly Field[];
  readonly #make: (scenario: Scenario, point: Point) => T;
  readonly #merged: Merged | null;
  readonly #values: T[] = [];
  readonly #byFields = new Map<number | string, number>();
  /** What is read of the merged fields, by their values. */
  readonly #ofMerged = new Map<number | string, string>();
  #seen = -1;
  #reads = -1;
  #numbering: Numbering;
  #slots: Slots;
  #varying: readonly Column[] = [];
  #mergedColumns: readonly Column[] = [];
  #merges = false;
  #signature = "";

  constructor(
    space: Space,
    fields: () => readonly Field[],
    make: (scenario: Scenario, point: Point) => T,
    merged: Merged | null = null,
  ) {
    this.#space = space;
    this.#fields = fields;
    this.#make = make;
    this.#merged = merged;
    this.#numbering = new Numbering([], 0);
    this.#slots = new Slots(1);
  }

  /** The settings, as bits, that decide it, as far as they have been seen. */
  get reads(): number {
    if (this.#seen !== this.#space.candidates.seen) this.#look();
    return this.#reads;
  }

  /** How many different ones were made. */
  get made(): number {
    return this.#values.length;
  }

  /** Null where the point has no scenario. */
  at(point: Point): T | null {
    if (this.#seen !== this.#space.candidates.seen) this.#look();
    const slot = this.#slots.get(this.#numbering.at(point));
    return slot >= 0 ? (this.#values[slot] as T) : this.#find(point);
  }

  #find(point: Point): T | null {
    const { candidates } = this.#space;
    let key = this.#key(point);
    // Reading the fields may have shown that more settings matter: they are looked at anew.
    while (this.#seen !== candidates.seen) {
      this.#look();
      key = this.#key(point);
    }
    if (key === null) return null;
    let slot = this.#byFields.get(key);
    if (slot === undefined) {
      const scenario = candidates.at(point);
      if ("unmade" in scenario) return null;
      const value = this.#make(scenario, point);
      if (this.#seen !== candidates.seen) return value;
      slot = this.#values.push(value) - 1;
      this.#byFields.set(key, slot);
    }
    this.#slots.set(this.#numbering.at(point), slot);
    return this.#values[slot] as T;
  }

  /** Equal only for points that agree in the fields; null where one of them cannot be made. */
  #key(point: Point): number | string | null {
    const own = this.#keyOf(this.#varying, point);
    if (own === null || !this.#merged || !this.#merges) return own;
    const values = this.#keyOf(this.#mergedColumns, point);
    if (values === null) return null;
    let read = this.#ofMerged.get(values);
    if (read === undefined) {
      read = this.#merged.of(this.#mergedPlan(point));
      this.#ofMerged.set(values, read);
    }
    return `${own}|${read}`;
  }

  /** Equal only for points that agree in these fields; null where one of them cannot be made. */
  #keyOf(columns: readonly Column[], point: Point): number | string | null {
    const { ids } = this.#space;
    let key = 0;
    for (const column of columns) {
      const id = ids.of(column, point);
      if (id < 0) return null;
      key = key * column.numbering.size + id;
    }
    return key <= Number.MAX_SAFE_INTEGER ? key : columns.map((column) => ids.of(column, point)).join(" ");
  }

  #mergedPlan(point: Point): Plan {
    const plan: Partial<Record<keyof Plan, unknown>> = {};
    this.#merged?.fields.forEach((field, i) => {
      const column = this.#mergedColumns[i];
      if (column) plan[field] = this.#space.ids.value(column, point);
    });
    return plan as Plan;
  }

  #look(): void {
    const { candidates } = this.#space;
    this.#seen = candidates.seen;
    const merged: readonly Field[] = this.#merged?.fields ?? [];
    const fields = this.#fields();
    const varies = (field: Field): boolean => candidates.reads(field) !== 0;
    const varying = fields.filter((field) => varies(field) && !merged.includes(field));
    const signature = [...varying, ...merged]
      .map((field) => `${field} ${candidates.reads(field)}`)
      .join(", ");
    if (signature === this.#signature && this.#reads >= 0) return;
    this.#signature = signature;
    this.#reads = [...varying, ...merged].reduce((bits, field) => bits | candidates.reads(field), 0);
    this.#varying = varying.map((field) => this.#space.ids.column(field));
    this.#mergedColumns = merged.map((field) => this.#space.ids.column(field));
    this.#merges = merged.some(varies);
    this.#numbering = new Numbering(candidates.settings, this.#reads);
    this.#slots = new Slots(this.#numbering.size);
    this.#byFields.clear();
    this.#ofMerged.clear();
    this.#values.length = 0;
  }
}
