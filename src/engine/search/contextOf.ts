import { numbers } from "../core/numbers.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { context, type ModelContext } from "../trainingStep/model/layerContext.ts";
import { layoutsOf } from "./layoutsOf.ts";

const contexts = new WeakMap<Scenario, ModelContext<number> | null>();

/** Context that was made last. Candidates that differ only in rank order follow each other and share it. */
let last: { readonly of: Scenario; readonly made: ModelContext<number> | null } | null = null;

/**
 * Returns the engine's context of a candidate (layers by kind and stage), memoised; null where the layers do not divide over
 * the stages.
 */
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

/** True where two candidates differ only in rank order, which no context reads. */
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
