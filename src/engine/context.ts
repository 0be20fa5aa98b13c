import type { Algebra } from "./algebra.ts";
import type { StageLayout } from "./estimate.ts";
import { type Inputs, scenarioInputs } from "./inputs.ts";
import { isGated, mlpShape } from "./params.ts";
import type { Attention, DenseMlp, Scenario } from "./scenario.ts";

/** What every part of the engine reads: the scenario, its numbers in the algebra, its layout. */
export interface Context<N> {
  readonly alg: Algebra<N>;
  readonly scenario: Scenario;
  readonly x: Inputs<N>;
  readonly attention: Attention & { readonly kind: "mha" | "gqa" | "mqa" };
  readonly mlp: DenseMlp;
  readonly gated: boolean;
  readonly matrices: N;
  readonly upMatrices: N;
  readonly layouts: readonly StageLayout[];
}

/** null for what refusals.ts turns away: mixtures of experts, latent attention, layers that do not divide. */
export function context<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
): Context<N> | null {
  const { attention, mlp } = scenario.model;
  if (attention.kind === "mla" || mlp.kind === "moe" || !layouts) return null;
  const x = scenarioInputs(alg, scenario);
  return { alg, scenario, x, attention, mlp, gated: isGated(mlp), ...mlpShape(alg, mlp), layouts };
}
