import type { Algebra } from "./algebra.ts";
import type { StageLayout } from "./estimate.ts";
import { type ExpertInputs, expertInputs } from "./experts.ts";
import { type Inputs, scenarioInputs } from "./inputs.ts";
import { type LatentInputs, latentInputs } from "./latent.ts";
import { type FeedForward, hasAttention, type LayerKind, layerKinds, layerTraits } from "./layerKinds.ts";
import { isGated, mlpShape } from "./params.ts";
import { type RecurrentInputs, recurrentInputs } from "./recurrent.ts";
import type { Attention, DenseMlp, Model, Scenario } from "./scenario.ts";

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

/** For one kind of layer: `x` has its feed-forward's width, or that of one of its experts. */
export interface LayerContext<N> extends Context<N> {
  readonly kind: LayerKind;
  /** null for a layer without attention. */
  readonly attention: Attention | null;
  /** null for a layer that is not recurrent. */
  readonly recurrent: RecurrentInputs<N> | null;
  /** null for attention that is not latent. */
  readonly latent: LatentInputs<N> | null;
  /** Tokens of the attention's sliding window; null for full attention. */
  readonly window: N | null;
  readonly feedForward: FeedForward;
  /** Of mixer and feed-forward, how many the layer has. */
  readonly sublayers: 1 | 2;
  /** Norms of the residual stream. */
  readonly norms: number;
  /** The feed-forward, or one of the experts. */
  readonly mlp: DenseMlp;
  /** null for a dense layer. */
  readonly experts: ExpertInputs<N> | null;
  readonly gated: boolean;
  readonly matrices: N;
  readonly upMatrices: N;
}

/** null for what refusals.ts turns away: layers that do not divide. */
export function context<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
): ModelContext<N> | null {
  if (!layouts) return null;
  const { attention } = scenario.model;
  const x = scenarioInputs(alg, scenario);
  const base: Context<N> = { alg, scenario, x, layouts };
  const latent = attention.kind === "mla" ? latentInputs(alg, attention) : null;
  const { recurrent } = scenario.model;
  const recurrence = recurrent && recurrentInputs(alg, recurrent);
  const kinds: LayerContext<N>[] = [];
  for (const kind of layerKinds(scenario.model)) {
    const { mlp, path } = feedForward(scenario.model, kind);
    const traits = layerTraits[kind];
    const experts = traits.feedForward === "experts" ? expertInputs(base) : null;
    const window = traits.mixer === "sliding" ? windowInput(alg, attention) : null;
    const { matrices, upMatrices } = mlpShape(alg, mlp);
    const width = scenario.model.mlp.kind === "moe" ? { ...x, dFf: alg.input(path, mlp.dFf, "1") } : x;
    const gated = isGated(mlp);
    const sublayers = traits.mixer === "none" || traits.feedForward === "none" ? 1 : 2;
    kinds.push({
      alg,
      scenario,
      x: width,
      layouts,
      kind,
      attention: hasAttention(traits) ? attention : null,
      recurrent: traits.mixer === "recurrent" ? recurrence : null,
      latent: hasAttention(traits) ? latent : null,
      window,
      feedForward: traits.feedForward,
      sublayers,
      norms: sublayers === 2 ? scenario.model.normsPerLayer : Math.ceil(scenario.model.normsPerLayer / 2),
      mlp,
      experts,
      gated,
      matrices,
      upMatrices,
    });
  }
  return { alg, scenario, x, layouts, kinds };
}

function windowInput<N>(alg: Algebra<N>, attention: Attention): N | null {
  if (attention.kind === "mla" || attention.slidingWindow === null) return null;
  return alg.input("model.attention.sliding_window", attention.slidingWindow, "token");
}

/** The feed-forward of a kind of layer and where its width stands; of one expert, where there are experts. */
function feedForward({ mlp }: Model, kind: LayerKind): { readonly mlp: DenseMlp; readonly path: string } {
  if (mlp.kind !== "moe") return { mlp, path: "model.mlp.d_ff" };
  if (layerTraits[kind].feedForward === "dense" && mlp.dense)
    return { mlp: mlp.dense, path: "model.mlp.dense.d_ff" };
  return { mlp: mlp.expert, path: "model.mlp.expert.d_ff" };
}
