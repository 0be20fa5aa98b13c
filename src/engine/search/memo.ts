import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Point, Unmade } from "./candidates.ts";
import type { Column } from "./fieldIds.ts";
import { Slots } from "./slots.ts";
import type { Space } from "./space.ts";

/**
 * Plan fields that affect a memo's value only through the text that `of` makes of them. Candidates with equal texts share a
 * value.
 */
export interface Merged {
  readonly fields: readonly (keyof Plan)[];
  of(plan: Plan): string;
}

/** Definition of a memo: the function that computes a value, and the fields that the value depends on. */
export interface MemoRow<T> {
  /** Names the memo in test failures. */
  readonly name: string;
  /** Scenario fields that `make` depends on, apart from those in `merged`. */
  readonly fields: () => readonly Field[];
  readonly make: (scenario: Scenario, point: Point) => T;
  readonly merged?: Merged | null;
  /**
   * Scenario that stands for a candidate where only plan fields vary: `make` gets it with those fields changed, and the candidate
   * itself is never built. Set it only where `make` reads nothing but its `fields`.
   */
  readonly base?: Scenario | null;
}

type MemoMaker = <T>(space: Space, row: MemoRow<T>) => Memo<T>;

const plainMemo: MemoMaker = (space, row) => new Memo(space, row);

let maker: MemoMaker = plainMemo;

/** Makes a memo. All memos are made here, so that tests can check every one. */
export const memo = <T>(space: Space, row: MemoRow<T>): Memo<T> => maker(space, row);

/** Runs `run` with `next` as the maker of all memos. Tests use it to install memos that check themselves. */
export function withMemosMadeBy<T>(next: MemoMaker, run: () => T): T {
  maker = next;
  try {
    return run();
  } finally {
    maker = plainMemo;
  }
}

/**
 * Values computed from scenarios, one for all candidates that agree in the fields that the value depends on. A candidate that
 * agrees with an earlier one in the settings behind these fields is not even built. A field missing from the definition would give
 * one plan the value of another: `test/engine/search/memos.test.ts` recomputes every memo's values over generated scenarios, and
 * fails where one differs.
 */
export class Memo<T> {
  readonly #space: Space;
  readonly #fields: () => readonly Field[];
  readonly #make: (scenario: Scenario, point: Point) => T;
  readonly #merged: Merged | null;
  readonly #base: Scenario | null;
  readonly #values: T[] = [];
  readonly #byFields = new Map<number | string, number>();
  /** Number that stands for a merged text, by the joint key of the merged fields' values. */
  readonly #ofMerged = new Map<number | string, number>();
  readonly #readNumbers = new Map<string, number>();
  #seen = -1;
  #reads = -1;
  #slots: Slots;
  #varying: readonly Column[] = [];
  #mergedColumns: readonly Column[] = [];
  #merges = false;
  /** Number that is larger than every key made of the fields outside `merged`. */
  #unmerged = 1;
  #signature = "";

  constructor(space: Space, { fields, make, merged = null, base = null }: MemoRow<T>) {
    this.#space = space;
    this.#fields = fields;
    this.#make = make;
    this.#merged = merged;
    this.#base = base;
    this.#slots = new Slots([], 0);
  }

  /** Bit mask of the settings that the memo's value was found to depend on so far. */
  get reads(): number {
    if (this.#seen !== this.#space.candidates.seen.count) this.#look();
    return this.#reads;
  }

  /** Number of distinct values computed. */
  get made(): number {
    return this.#values.length;
  }

  /** The value at a point; null where the point has no scenario. */
  at(point: Point): T | null {
    if (this.#seen !== this.#space.candidates.seen.count) this.#look();
    const slot = this.#slots.at(point);
    return slot >= 0 ? (this.#values[slot] as T) : this.#find(point);
  }

  #find(point: Point): T | null {
    const { candidates } = this.#space;
    let key = this.#key(point);
    // Reading the fields may reveal further settings that matter; the key is then computed again.
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

  /** Key of a point: equal keys mean equal fields and equal merged text. -1 where a field has no value. */
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
