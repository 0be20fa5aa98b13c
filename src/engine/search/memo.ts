import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Point, Unmade } from "./candidates.ts";
import type { Column } from "./fieldIds.ts";
import { Slots } from "./slots.ts";
import type { Space } from "./space.ts";

/** Plan fields of which a memo reads only a text made of them: candidates with equal texts share a value. */
export interface Merged {
  readonly fields: readonly (keyof Plan)[];
  of(plan: Plan): string;
}

/** How a memo gets its values, and what they may depend on. */
export interface MemoRow<T> {
  /** Names the memo in test failures. */
  readonly name: string;
  /** Fields of the scenario that `make` depends on, beside those in `merged`. */
  readonly fields: () => readonly Field[];
  readonly make: (scenario: Scenario, point: Point) => T;
  readonly merged?: Merged | null;
  /**
   * Where only plan fields vary, `make` gets this scenario with those fields changed, and the candidate itself is never built. Only for a `make`
   * that reads nothing but its `fields`.
   */
  readonly base?: Scenario | null;
}

type MemoMaker = <T>(space: Space, row: MemoRow<T>) => Memo<T>;

const plainMemo: MemoMaker = (space, row) => new Memo(space, row);

let maker: MemoMaker = plainMemo;

/** The one way to make a memo, so that tests can check every memo there is. */
export const memo = <T>(space: Space, row: MemoRow<T>): Memo<T> => maker(space, row);

/** Has all memos made by `next` while `run` runs: tests put memos in place that check themselves. */
export function withMemosMadeBy<T>(next: MemoMaker, run: () => T): T {
  maker = next;
  try {
    return run();
  } finally {
    maker = plainMemo;
  }
}

/**
 * Values worked out of scenarios, one for all candidates that agree in the fields that the value depends on. Candidates that agree in the search
 * settings behind these fields are not even built. A field missing from the row would give one plan the value of another:
 * `test/engine/search/memos.test.ts` works out every memo's values anew over generated scenarios, and fails where one differs.
 */
export class Memo<T> {
  readonly #space: Space;
  readonly #fields: () => readonly Field[];
  readonly #make: (scenario: Scenario, point: Point) => T;
  readonly #merged: Merged | null;
  readonly #base: Scenario | null;
  readonly #values: T[] = [];
  readonly #byFields = new Map<number | string, number>();
  /** Texts of merged fields as small numbers, by the fields' values and by the text. */
  readonly #ofMerged = new Map<number | string, number>();
  readonly #readNumbers = new Map<string, number>();
  #seen = -1;
  #reads = -1;
  #slots: Slots;
  #varying: readonly Column[] = [];
  #mergedColumns: readonly Column[] = [];
  #merges = false;
  /** Upper limit of the key of fields that are not merged: such keys are below it. */
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

  /** Settings, as bits, that the value depends on, as far as seen yet. */
  get reads(): number {
    if (this.#seen !== this.#space.candidates.seen.count) this.#look();
    return this.#reads;
  }

  /** Number of different values made. */
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

  /** The key of a point: equal keys mean equal fields and merged text; -1 where a field has no value. */
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
