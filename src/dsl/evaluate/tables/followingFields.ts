import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Field } from "../../../engine/scenario/field.ts";
import type { Sync } from "../../../engine/scenario/sync.ts";
import { isFill, islandReplicas, microBatches, replicas } from "../expressions/fillOrCount.ts";
import { scenarioPart } from "../expressions/scenarioValue.ts";
import type { Context } from "../values/context.ts";
import type { ScenarioValue } from "../values/value.ts";
import type { Axis } from "./combinations.ts";

export type Numbers = [number, number, number, number];

/** A field of the plan that follows from others. */
interface Following {
  readonly from: readonly Field[];
  /** Of the numbers in these, in their order: `numberIn`. */
  sum(...numbers: Numbers): number;
  /** Whether it does, in a scenario and all that is chosen for it. */
  holds(context: Context, base: ScenarioValue, axes: readonly Axis[]): boolean;
}

/** Whether nothing says what a field of the plan is. */
const isUnsaid =
  (field: string): Following["holds"] =>
  (context, base, axes) => {
    const plan = scenarioPart(context, base, "plan");
    const said = axes.some(([step = []]) => step.some(({ path }) => path.join(".") === `plan.${field}`));
    return plan.kind === "record" && !plan.fields.has(field) && !said;
  };

/** By the engine's name: fillOrCount.ts and toPlan.ts say the same of one scenario. */
export const FOLLOWING: ReadonlyMap<string, Following> = new Map<string, Following>([
  ["dp", { from: ["cluster", "tp", "cp", "pp"], sum: replicas, holds: isFilled }],
  ["dpShard", { from: ["dp", "sync"], sum: islandReplicas, holds: isUnsaid("dp_shard") }],
  [
    "numMicroBatches",
    { from: ["globalBatch", "dp", "microBatch"], sum: microBatches, holds: isUnsaid("num_micro_batches") },
  ],
]);

/** Whether replicas take what the other degrees leave: the plan says so, or each value of a choice; and nothing says otherwise. */
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

/** What others follow from: of a cluster its devices, of a way to synchronize its islands. */
export function numberIn(field: Field, value: unknown): number | null {
  if (field === "cluster") return (value as Cluster).devices;
  if (field === "sync") return (value as Sync).islands;
  return typeof value === "number" ? value : null;
}
