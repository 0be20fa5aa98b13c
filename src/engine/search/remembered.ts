import type { Field } from "../factor.ts";
import type { Scenario } from "../scenario.ts";
import type { Candidates, Point } from "./candidates.ts";

/**
 * What is worked out of a scenario, once for all candidates that agree in the fields that it reads; those that agree in the
 * choices behind these are not even made. A field that a list lacks would give one plan the number of another: `test/engine/search/` compares with estimates of all.
 */
export class Remembered<T> {
  readonly #candidates: Candidates;
  readonly #fields: () => readonly Field[];
  readonly #make: (scenario: Scenario, point: Point) => T;
  readonly #byChoices = new Map<number, T>();
  readonly #byFields = new Map<string, T>();
  #seen = -1;
  #reads = 0;
  #choices: readonly number[] = [];
  #varying: readonly Field[] = [];

  constructor(
    candidates: Candidates,
    fields: () => readonly Field[],
    make: (scenario: Scenario, point: Point) => T,
  ) {
    this.#candidates = candidates;
    this.#fields = fields;
    this.#make = make;
  }

  /** The choices, as bits, that decide it, as far as they have been seen. */
  get reads(): number {
    if (this.#seen !== this.#candidates.seen) this.#look();
    return this.#reads;
  }

  /** Null where the point has no scenario. */
  at(point: Point): T | null {
    const known = this.#byChoices.get(this.#place(point));
    if (known !== undefined) return known;
    const scenario = this.#candidates.at(point);
    if ("unmade" in scenario) return null;
    // Making it may have shown that more choices matter: places and fields are looked at anew.
    const place = this.#place(point);
    const fields = this.#varying.map((field) => textOf(scenario, field)).join(" ");
    const same = this.#byFields.get(fields);
    const value = same === undefined ? this.#make(scenario, point) : same;
    this.#byFields.set(fields, value);
    this.#byChoices.set(place, value);
    return value;
  }

  #place(point: Point): number {
    if (this.#seen !== this.#candidates.seen) this.#look();
    const { sizes } = this.#candidates;
    let place = 0;
    for (const choice of this.#choices) place = place * (sizes[choice] ?? 1) + (point[choice] ?? 0);
    return place;
  }

  #look(): void {
    const { seen, sizes } = this.#candidates;
    const varying = this.#fields().filter((field) => this.#candidates.reads(field) !== 0);
    this.#seen = seen;
    if (varying.length !== this.#varying.length) this.#byFields.clear();
    this.#varying = varying;
    const reads = varying.reduce((bits, field) => bits | this.#candidates.reads(field), 0);
    if (reads === this.#reads) return;
    this.#reads = reads;
    this.#byChoices.clear();
    this.#choices = sizes.map((_, i) => i).filter((i) => (reads >> i) & 1);
  }
}

const names = new WeakMap<object, string>();
let named = 0;

/** Equal texts only for equal values. */
function textOf(scenario: Scenario, field: Field): string {
  if (field === "model" || field === "cluster") {
    const part = scenario[field];
    const name = names.get(part) ?? String(named++);
    names.set(part, name);
    return name;
  }
  const value = scenario.plan[field];
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
