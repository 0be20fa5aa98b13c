import type { Algebra } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Inputs } from "./inputs.ts";

/** What every part of the engine reads: the scenario, its numbers in the algebra, its layout. */
export interface Context<N> {
  readonly alg: Algebra<N>;
  readonly scenario: Scenario;
  readonly x: Inputs<N>;
  readonly layouts: readonly StageLayout[];
}
