import type { Algebra } from "./algebra.ts";
import type { StageLayout } from "./estimate.ts";
import { type Inputs, scenarioInputs } from "./inputs.ts";
import { type LayerKind, layerKinds } from "./layerKinds.ts";
import { isGated, mlpShape } from "./params.ts";
import type { Attention, DenseMlp, Scenario } from "./scenario.ts";

/** What every part of the engine reads: the scenario, its numbers in the algebra, its layout. */
export interface Context<N> {
  readonly alg: Algebra<N>;
  readonly scenario: Scenario;
  readonly x: Inputs<N>;
  readonly layouts: readonly StageLayout[];
}

/** With a context for each kind of layer, in the model's order. */
export interface ModelContext<N> extends Context<N> {
  readonly kinds: readonly LayerContext<N>[];
}

/** For one kind of layer: `x` has its feed-forward's width. */
export interface LayerContext<N> extends Context<N> {
  readonly kind: LayerKind;
  readonly attention: Attention & { readonly kind: "mha" | "gqa" | "mqa" };
  readonly mlp: DenseMlp;
  readonly gated: boolean;
  readonly matrices: N;
  readonly upMatrices: N;
}

/** null for what refusals.ts turns away: mixtures of experts, latent attention, layers that do not divide. */
export function context<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
): ModelContext<N> | null {
  const { attention, mlp } = scenario.model;
  if (attention.kind === "mla" || mlp.kind === "moe" || !layouts) return null;
  const x = scenarioInputs(alg, scenario);
  const shape = mlpShape(alg, mlp);
  const kinds = layerKinds(scenario.model).map((kind) => ({
    ...{ alg, scenario, x, layouts, kind, attention, mlp, gated: isGated(mlp) },
    matrices: shape.matrices,
    upMatrices: shape.upMatrices,
  }));
  return { alg, scenario, x, layouts, kinds };
}
