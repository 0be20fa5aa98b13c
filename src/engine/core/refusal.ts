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
