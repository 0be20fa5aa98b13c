import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";

/** What the engine said of a scenario. */
export interface Answer {
  readonly kind: "answer";
  readonly scenario: Scenario;
  readonly estimate: Estimate;
  readonly warnings: readonly Diagnostic[];
}
