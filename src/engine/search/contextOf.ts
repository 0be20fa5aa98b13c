import { context, type ModelContext } from "../layerContext.ts";
import { stageLayouts } from "../model/layout.ts";
import { numbers } from "../numbers.ts";
import type { Scenario } from "../scenario.ts";

/** A candidate as the engine's parts read it; null where the layers do not go onto the stages. */
export function contextOf(scenario: Scenario): ModelContext<number> | null {
  return context(numbers, scenario, stageLayouts(scenario.model, scenario.plan));
}
