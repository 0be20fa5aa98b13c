import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";

/** Result of estimating one scenario: the scenario, its estimate and the engine's warnings. */
export interface Answer {
  readonly kind: "answer";
  readonly scenario: Scenario;
  readonly estimate: Estimate;
  readonly warnings: readonly Diagnostic[];
}
