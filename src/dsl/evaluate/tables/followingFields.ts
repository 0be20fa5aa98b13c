import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Field } from "../../../engine/scenario/field.ts";
import type { Sync } from "../../../engine/scenario/sync.ts";
import { isFill, islandReplicas, microBatches, replicas } from "../expressions/fillOrCount.ts";
import { scenarioPart } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import type { ScenarioValue } from "../values/value.ts";
import type { Axis } from "./combinations.ts";

export type Numbers = [number, number, number, number];

/** Rule for a plan field that is computed from other fields. */
interface Following {
  readonly from: readonly Field[];
  /** Computes the field from the numbers of the `from` fields, in their order (`numberIn`). */
  sum(...numbers: Numbers): number;
  /** True where the rule applies: neither the scenario nor a choice sets the field otherwise. */
  holds(context: Context, base: ScenarioValue, axes: readonly Axis[]): boolean;
}

/** True where neither the plan nor a choice sets a field. */
const isUnsaid =
  (field: string): Following["holds"] =>
  (context, base, axes) => {
    const plan = scenarioPart(context, base, "plan");
    const said = axes.some(([step = []]) => step.some(({ path }) => path.join(".") === `plan.${field}`));
    return plan.kind === "record" && !plan.fields.has(field) && !said;
  };

/** Rules by the engine's field name. They must agree with fillOrCount.ts and toPlan.ts. */
export const FOLLOWING: ReadonlyMap<string, Following> = new Map<string, Following>([
  ["dp", { from: ["cluster", "tp", "cp", "pp"], sum: replicas, holds: isFilled }],
  ["dpShard", { from: ["dp", "sync"], sum: islandReplicas, holds: isUnsaid("dp_shard") }],
  [
    "numMicroBatches",
    { from: ["globalBatch", "dp", "microBatch"], sum: microBatches, holds: isUnsaid("num_micro_batches") },
  ],
]);

/** True where `dp = fill`: in the plan or in every value of a choice, with no other value of `dp`. */
function isFilled(context: Context, base: ScenarioValue, axes: readonly Axis[]): boolean {
  const plan = scenarioPart(context, base, "plan");
  const ofDp = (step: Axis[number]) => step.filter(({ path }) => path.join(".") === "plan.dp");
  if (
    !axes
      .flat()
      .flatMap(ofDp)
      .every(({ binding }) => isFill(binding))
  )
    return false;
  const said = axes.some((steps) => steps.length > 0 && steps.every((step) => ofDp(step).length > 0));
  return said || (plan.kind === "record" && isFill(plan.fields.get("dp")));
}

/**
 * Number that other fields are computed from: a cluster's devices, a sync mode's islands, or the field itself. Null where it has
 * none.
 */
export function numberIn(field: Field, value: unknown): number | null {
  if (field === "cluster") return (value as Cluster).devices;
  if (field === "sync") return (value as Sync).islands;
  return typeof value === "number" ? value : null;
}
