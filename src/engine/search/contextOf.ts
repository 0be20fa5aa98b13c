import { numbers } from "../core/numbers.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { context, type ModelContext } from "../trainingStep/model/layerContext.ts";
import { layoutsOf } from "./layoutsOf.ts";

const contexts = new WeakMap<Scenario, ModelContext<number> | null>();

/** The one that was asked for last. */
let last: { readonly of: Scenario; readonly made: ModelContext<number> | null } | null = null;

/** A candidate as the engine's parts read it, made once; null where the layers do not go onto the stages. */
export function contextOf(scenario: Scenario): ModelContext<number> | null {
  const known = contexts.get(scenario);
  if (known !== undefined) return known;
  const made =
    last && differInOrder(last.of, scenario)
      ? last.made && withPlan(last.made, scenario)
      : context(numbers, scenario, layoutsOf(scenario));
  last = { of: scenario, made };
  contexts.set(scenario, made);
  return made;
}

/** Whether two candidates differ in the order of their ranks, which no context reads, and in nothing else. */
function differInOrder(one: Scenario, other: Scenario): boolean {
  if (one.plan.rankOrder === other.plan.rankOrder) return false;
  if (one.model !== other.model || one.cluster !== other.cluster) return false;
  for (const field of Object.keys(one.plan) as (keyof Plan)[])
    if (one.plan[field] !== other.plan[field] && field !== "rankOrder") return false;
  return true;
}

const withPlan = (made: ModelContext<number>, scenario: Scenario): ModelContext<number> => ({
  ...made,
  scenario,
  kinds: made.kinds.map((kind) => ({ ...kind, scenario: { ...kind.scenario, plan: scenario.plan } })),
});
