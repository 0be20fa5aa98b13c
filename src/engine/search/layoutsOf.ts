import type { StageLayout } from "../estimate/stageLayout.ts";
import type { Field } from "../scenario/field.ts";
import type { Model } from "../scenario/model.ts";
import type { Recompute } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";

/**
 * Scenario fields that decide which layers each pipeline stage holds. `recompute` is not among them: it decides which of these
 * layers are recomputed.
 */
export const layoutReads: readonly Field[] = [
  ...(["model", "pp", "vpp", "schedule", "ownSchedule", "split", "encoderStages"] as const),
];

const groupsKey = ({ groups }: Recompute): string =>
  groups?.map(({ layers, recompute }) => `${layers} ${recompute.kind} ${recompute.modules}`).join() ?? "";

const known = new WeakMap<Model, Map<string, readonly StageLayout[] | null>>();

/**
 * Returns the layers on each pipeline stage (`stageLayouts`), memoised for candidates that split and recompute layers in the
 * same way. Null where the layers do not divide over the stages.
 */
export function layoutsOf({ model, plan }: Scenario): readonly StageLayout[] | null {
  const { pp, vpp, schedule, ownSchedule, split, encoderStages, recompute } = plan;
  if (ownSchedule !== null) return stageLayouts(model, plan);
  const layouts = known.get(model) ?? new Map<string, readonly StageLayout[] | null>();
  known.set(model, layouts);
  const key = `${pp} ${vpp} ${schedule} ${split} ${encoderStages} ${recompute.layers} ${recompute.unit} ${groupsKey(recompute)}`;
  const found = layouts.get(key);
  if (found !== undefined) return found;
  const made = stageLayouts(model, plan);
  layouts.set(key, made);
  return made;
}
