import type { StageLayout } from "../estimate/stageLayout.ts";
import type { Field } from "../scenario/field.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";

export type Params = Refusal["params"];
export const error = (code: string, fields: readonly string[], params: Params): Refusal => ({
  code,
  severity: "error",
  fields,
  params,
});
export const warning = (code: string, fields: readonly string[], params: Params): Refusal => ({
  code,
  severity: "warning",
  fields,
  params,
});

/** The refusals of a check that finds nothing, in one list: every estimate runs all checks, and few find any. */
export const none: readonly Refusal[] = [];

/** Adds the refusals of one check to `found`. Most checks find none, and a length is read faster than a list is walked. */
export function addTo(found: Refusal[], more: readonly Refusal[]): void {
  for (let i = 0; i < more.length; i++) found.push(more[i] as Refusal);
}

/**
 * A check that runs before an estimate, with the fields that it reads. `layouts` follow from the layers,
 * `pp`, `vpp`, `schedule` and `split`.
 */
export interface Check {
  readonly reads: readonly Field[];
  readonly find: (scenario: Scenario, layouts: readonly StageLayout[] | null) => readonly Refusal[];
  /** True where only plans that are written out can fail: a search over all plans refuses its base instead. */
  readonly listed?: true;
}
