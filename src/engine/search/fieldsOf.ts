import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** Names of all scenario fields that an estimate may depend on: the model, the cluster and every plan field. */
export const fieldsOf = ({ plan }: Scenario): readonly Field[] => [
  "model",
  "cluster",
  ...(Object.keys(plan) as (keyof Plan)[]),
];

/**
 * Fields that affect only results beyond a step (data, convergence, checkpoints, the run, serving), not the step's time or
 * memory.
 */
const afterStep: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "tokens", "data", "targetLoss", "scalingLaw", "criticalBatch", "tuned"] as const),
  ...(["checkpoint", "elastic", "simulate", "serve", "rl"] as const),
]);

/**
 * Plan fields that enter a step after all that bounds compute: given times replace parts of the finished step, and devices of several
 * kinds are estimated kind by kind.
 */
const afterBounds: ReadonlySet<Field> = new Set<Field>(["time", "place"]);

/** Names of all scenario fields that bounds of a step's time or memory may depend on. */
export const stepFields = (scenario: Scenario): readonly Field[] =>
  fieldsOf(scenario).filter((field) => !afterStep.has(field) && !afterBounds.has(field));
