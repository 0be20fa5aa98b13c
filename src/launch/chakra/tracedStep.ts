import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";

/** Step that traces are made of: a scenario, and what of its estimate they need. */
export interface TracedStep {
  readonly scenario: Scenario;
  readonly estimate: Pick<Estimate, "comm" | "stages" | "time">;
}
