import type { Check } from "../core/refusal.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import { checks } from "../refusals/refusals.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { stageLayouts } from "../trainingStep/model/layout.ts";
import { type Agreement, agreement } from "./agreement.ts";
import { watchedScenario } from "./watchedScenario.ts";

/** Predicate that is true where no check (refusals/) refuses a scenario. */
export type Acceptance = (scenario: Scenario) => boolean;

/**
 * Builds the predicate for scenarios similar to an accepted one. A check runs again only where a field that it read differs. Null
 * for a refused scenario.
 */
export function acceptance(scenario: Scenario): Acceptance | null {
  const layoutsSame = watched(scenario, ({ model, plan }) => stageLayouts(model, plan));
  const layouts = stageLayouts(scenario.model, scenario.plan);
  if (!checks.every((check) => passes(check, scenario, layouts))) return null;
  const known = checks.map((check) => ({
    check,
    same: watched(scenario, (seen) => check.find(seen, layouts)),
  }));
  return (other) => {
    const own = layoutsSame(other, none) ? layouts : stageLayouts(other.model, other.plan);
    return known.every(
      ({ check, same }) => (own === layouts && same(other, none)) || passes(check, other, own),
    );
  };
}

const none = new Float64Array(0);

const passes = ({ find }: Check, scenario: Scenario, layouts: readonly StageLayout[] | null): boolean =>
  find(scenario, layouts).every(({ severity }) => severity !== "error");

function watched(scenario: Scenario, look: (seen: Scenario) => unknown): Agreement {
  const { scenario: seen, read, seal } = watchedScenario(scenario);
  look(seen);
  seal();
  return agreement(read);
}
