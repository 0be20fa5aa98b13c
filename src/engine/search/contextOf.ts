import { context, type ModelContext } from "../layerContext.ts";
import { numbers } from "../numbers.ts";
import type { Scenario } from "../scenario.ts";
import { layoutsOf } from "./layoutsOf.ts";

const contexts = new WeakMap<Scenario, ModelContext<number> | null>();

/** A candidate as the engine's parts read it, made once; null where the layers do not go onto the stages. */
export function contextOf(scenario: Scenario): ModelContext<number> | null {
  const known = contexts.get(scenario);
  if (known !== undefined) return known;
  const made = context(numbers, scenario, layoutsOf(scenario));
  contexts.set(scenario, made);
  return made;
}
