import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { error, none } from "./refusal.ts";

/**
 * A combination that is not modelled. It is refused where a scenario has it, and listed in docs/limits.md.
 */
export interface Limit {
  /** Fields that request it. The message points at the first. */
  readonly fields: readonly string[];
  /** Description in general words; the message says "is not modelled" after them. */
  readonly what: string;
  readonly why: string;
  /** Advice on what to use instead, as an imperative: `use an even pp`. */
  readonly instead: string;
  /**
   * True where a scenario requests it. A text instead of `true` is `what` with the scenario's own numbers.
   */
  readonly asked: (scenario: Scenario) => boolean | string;
}

/** Limits that docs/limits.md lists together. */
export interface Limits {
  readonly of: string;
  readonly limits: readonly Limit[];
}

/** Refusals of combinations in a scenario that are not modelled. */
export function notModelled({ limits }: Limits, scenario: Scenario): readonly Refusal[] {
  let found: Refusal[] | null = null;
  for (let i = 0; i < limits.length; i++) {
    const limit = limits[i] as Limit;
    const met = limit.asked(scenario);
    if (met === false) continue;
    const { fields, what, instead } = limit;
    found ??= [];
    found.push(error("not-modelled", fields, { what: met === true ? what : met, instead }));
  }
  return found ?? none;
}
