import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** Every field that a number of an estimate may depend on. */
export const fieldsOf = ({ plan }: Scenario): readonly Field[] => [
  "model",
  "cluster",
  ...(Object.keys(plan) as (keyof Plan)[]),
];

/** Fields that decide what follows from a step (data, convergence, checkpoints, the run, serving), and neither its time nor its memory. */
const afterStep: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "tokens", "data", "targetLoss", "scalingLaw", "criticalBatch", "tuned"] as const),
  ...(["checkpoint", "elastic", "simulate", "serve"] as const),
]);

/** Every field that a step's time or memory may depend on. */
export const stepFields = (scenario: Scenario): readonly Field[] =>
  fieldsOf(scenario).filter((field) => !afterStep.has(field));
