import type { Algebra } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Gradients } from "./gradients.ts";
import type { Inputs } from "./inputs.ts";

/**
 * Inputs of every part of a training step's estimate: the algebra that evaluates formulas, the scenario, the
 * scenario's fields as numbers `x` of the algebra, the layout of its pipeline stages,
 * and the gradients that are computed.
 */
export interface Context<N> {
  readonly alg: Algebra<N>;
  readonly scenario: Scenario;
  readonly x: Inputs<N>;
  readonly layouts: readonly StageLayout[];
  readonly gradients: Gradients;
}
