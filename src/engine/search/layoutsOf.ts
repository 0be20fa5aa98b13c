import type { StageLayout } from "../estimate/stageLayout.ts";
import type { Field } from "../scenario/field.ts";
import type { Model } from "../scenario/model.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";

/** Fields that decide which layers each stage holds. `recompute` also decides which of them are recomputed. */
export const layoutReads: readonly Field[] = [
  ...(["model", "pp", "vpp", "schedule", "ownSchedule", "split", "encoderStages"] as const),
];

const known = new WeakMap<Model, Map<string, readonly StageLayout[] | null>>();

/** `stageLayouts` of a candidate, memoised for candidates that split and recompute layers alike. */
export function layoutsOf({ model, plan }: Scenario): readonly StageLayout[] | null {
  const { pp, vpp, schedule, ownSchedule, split, encoderStages, recompute } = plan;
  if (ownSchedule !== null) return stageLayouts(model, plan);
  const layouts = known.get(model) ?? new Map<string, readonly StageLayout[] | null>();
  known.set(model, layouts);
  const key = `${pp} ${vpp} ${schedule} ${split} ${encoderStages} ${recompute.layers} ${recompute.unit}`;
  const found = layouts.get(key);
  if (found !== undefined) return found;
  const made = stageLayouts(model, plan);
  layouts.set(key, made);
  return made;
}
