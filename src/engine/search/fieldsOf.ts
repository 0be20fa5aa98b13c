import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** All that a number may depend on, but for what a bound leaves out of it. */
export const fieldsOf = ({ plan }: Scenario): readonly Field[] => [
  "model",
  "cluster",
  ...(Object.keys(plan) as (keyof Plan)[]),
];
