import type { Estimate } from "../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../src/engine/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";

/** The estimate of a scenario that has one. */
export function estimated(scenario: Scenario): Estimate {
  const answer = estimate(scenario);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
}
