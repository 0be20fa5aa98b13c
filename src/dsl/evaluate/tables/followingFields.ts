import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Field } from "../../../engine/scenario/field.ts";
import type { Sync } from "../../../engine/scenario/sync.ts";
import { isFill, islandReplicas, microBatches, replicas } from "../expressions/fillOrCount.ts";
import { scenarioPart } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import type { ScenarioValue } from "../values/value.ts";
import type { Axis } from "./combinations.ts";

export type Numbers = [number, number, number, number];

/** Rule that computes a plan field from other fields, such as the number of micro-batches from the batch. */
interface Following {
  readonly from: readonly Field[];
  /** Computes the field from the numbers of the fields `from`, in their order (see `numberIn`). */
  sum(...numbers: Numbers): number;
  /**
   * True where the rule gives the field's value in every candidate, because neither the base scenario nor an axis sets
   * the field to another value.
   */
  holds(context: Context, base: ScenarioValue, axes: readonly Axis[]): boolean;
}

/** Makes the test that neither the base plan nor an axis of the table sets the given plan field. */
const isUnsaid =
  (field: string): Following["holds"] =>
  (context, base, axes) => {
    const plan = scenarioPart(context, base, "plan");
    const said = axes.some(([step = []]) => step.some(({ path }) => path.join(".") === `plan.${field}`));
    return plan.kind === "record" && !plan.fields.has(field) && !said;
  };

/**
 * Plan fields that are computed from other fields, with their rules. The key is the engine's name of the field. The
 * rules must agree with fillOrCount.ts and toPlan.ts.
 */
export const FOLLOWING: ReadonlyMap<string, Following> = new Map<string, Following>([
  ["dp", { from: ["cluster", "tp", "cp", "pp"], sum: replicas, holds: isFilled }],
  ["dpShard", { from: ["dp", "sync"], sum: islandReplicas, holds: isUnsaid("dp_shard") }],
  [
    "numMicroBatches",
    { from: ["globalBatch", "dp", "microBatch"], sum: microBatches, holds: isUnsaid("num_micro_batches") },
  ],
]);

/**
 * True where `dp` is `fill` in every candidate: the base plan or an axis sets it, and no axis sets `dp` to a number.
 */
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
 * Number of a field in the rules of `FOLLOWING`. For a cluster it is the number of devices, for a synchronisation
 * scheme the number of islands, otherwise the field's own number. Null for a field without a number.
 */
export function numberIn(field: Field, value: unknown): number | null {
  if (field === "cluster") return (value as Cluster).devices;
  if (field === "sync") return (value as Sync).islands;
  return typeof value === "number" ? value : null;
}
