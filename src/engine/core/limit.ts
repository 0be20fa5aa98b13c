import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { error } from "./refusal.ts";

/** Something that is not modelled: refused where a scenario asks for it, and listed in docs/limits.md. */
export interface Limit {
  /** Where it is asked for: the field that the message points at first. */
  readonly fields: readonly string[];
  /** In general words; the message says "is not modelled" after them. */
  readonly what: string;
  readonly why: string;
  /** What is modelled in its place: a sentence that ends with its verb. */
  readonly instead: string;
  /** Whether a scenario asks for it; words instead of `true` are `what` with the scenario's own numbers. */
  readonly asked: (scenario: Scenario) => boolean | string;
}

/** Limits that a reader looks up together. */
export interface Limits {
  readonly of: string;
  readonly limits: readonly Limit[];
}

/** What a scenario asks for of what is not modelled. */
export function notModelled({ limits }: Limits, scenario: Scenario): readonly Refusal[] {
  const found: Refusal[] = [];
  for (const { fields, what, instead, asked } of limits) {
    const met = asked(scenario);
    if (met !== false)
      found.push(error("not-modelled", fields, { what: met === true ? what : met, instead }));
  }
  return found;
}
