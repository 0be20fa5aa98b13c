import type { Algebra } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Inputs } from "./inputs.ts";

/**
 * Inputs of every part of a step's estimate: the algebra, the scenario, its fields as numbers `x`, and its
 * stages.
 */
export interface Context<N> {
  readonly alg: Algebra<N>;
  readonly scenario: Scenario;
  readonly x: Inputs<N>;
  readonly layouts: readonly StageLayout[];
}
