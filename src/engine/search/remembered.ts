import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Point, Unmade } from "./candidates.ts";
import type { Column } from "./fieldIds.ts";
import { Slots } from "./slots.ts";
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
  readonly #base: Scenario | null;
  readonly #values: T[] = [];
  readonly #byFields = new Map<number | string, number>();
  /** What is read of the merged fields, numbered, by their values, and the numbers of what is read. */
  readonly #ofMerged = new Map<number | string, number>();
  readonly #readNumbers = new Map<string, number>();
  #seen = -1;
  #reads = -1;
  #slots: Slots;
  #varying: readonly Column[] = [];
  #mergedColumns: readonly Column[] = [];
  #merges = false;
  /** What tells points apart by the fields that are not merged is below it. */
  #unmerged = 1;
  #signature = "";

  /** `base`: what is made reads none but the fields of a scenario, so that these in place of its own are enough where only the plan's vary. */
  constructor(
    space: Space,
    fields: () => readonly Field[],
    make: (scenario: Scenario, point: Point) => T,
    merged: Merged | null = null,
    base: Scenario | null = null,
  ) {
    this.#space = space;
    this.#fields = fields;
    this.#make = make;
    this.#merged = merged;
    this.#base = base;
    this.#slots = new Slots([], 0);
  }

  /** The settings, as bits, that decide it, as far as they have been seen. */
  get reads(): number {
    if (this.#seen !== this.#space.candidates.seen.count) this.#look();
    return this.#reads;
  }

  /** How many different ones were made. */
  get made(): number {
    return this.#values.length;
  }

  /** Null where the point has no scenario. */
  at(point: Point): T | null {
    if (this.#seen !== this.#space.candidates.seen.count) this.#look();
    const slot = this.#slots.at(point);
    return slot >= 0 ? (this.#values[slot] as T) : this.#find(point);
  }

  #find(point: Point): T | null {
    const { candidates } = this.#space;
    let key = this.#key(point);
    // Reading the fields may have shown that more settings matter: they are looked at anew.
    while (this.#seen !== candidates.seen.count) {
      this.#look();
      key = this.#key(point);
    }
    if (key === -1) return null;
    let slot = this.#byFields.get(key);
    if (slot === undefined) {
      const scenario = this.#scenarioAt(point);
      if ("unmade" in scenario) return null;
      const value = this.#make(scenario, point);
      if (this.#seen !== candidates.seen.count) return value;
      slot = this.#values.push(value) - 1;
      this.#byFields.set(key, slot);
    }
    this.#slots.set(point, slot);
    return this.#values[slot] as T;
  }

  #scenarioAt(point: Point): Scenario | Unmade {
    const base = this.#base;
    if (base === null || this.#merges || this.#varying.some(isPart)) return this.#space.candidates.at(point);
    const plan: Plan = { ...base.plan };
    for (const column of this.#varying)
      Object.assign(plan, { [column.field]: this.#space.ids.value(column, point) });
    return { ...base, plan };
  }

  /** Equal only for points that agree in the fields; -1 where one of them cannot be made. */
  #key(point: Point): number | string {
    const { ids } = this.#space;
    const own = ids.together(this.#varying, point);
    if (own === -1 || !this.#merges) return own;
    const values = ids.together(this.#mergedColumns, point);
    if (values === -1) return -1;
    const read = this.#ofMerged.get(values) ?? this.#readMerged(values, point);
    const key = typeof own === "number" ? read * this.#unmerged + own : Number.POSITIVE_INFINITY;
    return key <= Number.MAX_SAFE_INTEGER ? key : `${read} ${own}`;
  }

  #readMerged(values: number | string, point: Point): number {
    const text = this.#merged?.of(this.#mergedPlan(point)) ?? "";
    const read = this.#readNumbers.get(text) ?? this.#readNumbers.size;
    this.#readNumbers.set(text, read);
    this.#ofMerged.set(values, read);
    return read;
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
    this.#seen = candidates.seen.count;
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
    this.#unmerged = this.#varying.reduce((product, { slots }) => product * slots.size, 1);
    this.#slots = new Slots(candidates.settings, this.#reads);
    this.#byFields.clear();
    this.#ofMerged.clear();
    this.#readNumbers.clear();
    this.#values.length = 0;
  }
}

const isPart = ({ field }: Column): boolean => field === "model" || field === "cluster";
