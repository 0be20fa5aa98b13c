import type { Algebra } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { localSeqLen } from "../../formulas/communication/context.ts";
import { microBatchImages } from "../../formulas/model/vision.ts";
import type { Attention } from "../../scenario/attention.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { DenseMlp } from "../../scenario/mlp.ts";
import type { Model } from "../../scenario/model.ts";
import type { Recompute } from "../../scenario/plan.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Context } from "../inputs/context.ts";
import { type ExpertInputs, expertInputs } from "../inputs/expertInputs.ts";
import { gradientsOf, visionGradients } from "../inputs/gradients.ts";
import { type Inputs, modelInputs, scenarioInputs } from "../inputs/inputs.ts";
import type { Operator } from "../kernels/operator.ts";
import { patchSequence } from "./endParams.ts";
import { type FormInputs, formInputs } from "./formInputs.ts";
import { contextOfDegree, groupDegrees } from "./groupDegrees.ts";
import { type FeedForward, hasAttention, type LayerKind } from "./layerKinds.ts";
import { isGated, mlpShape } from "./mlpShape.ts";
import { type ModelPart, partAlgebra } from "./modelParts.ts";
import { type PlannedKind, plannedKinds } from "./plannedKinds.ts";
import { type RecurrentInputs, recurrentInputs } from "./recurrentInputs.ts";

/**
 * The context of a model: one layer context for each kind of layer that the plan treats alike, in the model's
 * order.
 */
export interface ModelContext<N> extends Context<N> {
  readonly kinds: readonly LayerContext<N>[];
  /**
   * Contexts of the tensor-parallel degrees that groups of layers set, other than the plan's; empty where all layers
   * have the plan's.
   */
  readonly degrees: readonly Context<N>[];
}

/** The context of one kind of layer. */
export interface LayerContext<N> extends Context<N> {
  /** Name of the kind of layer. */
  readonly kind: string;
  readonly of: LayerKind;
  /**
   * Activation checkpointing of these layers, which may differ from the plan's where the plan names some
   * layers only.
   */
  readonly recompute: Recompute;
  /** True where the layer's input is saved under full recompute. */
  readonly keepsInput: boolean;
  /** Attention of the layer; null in layers without attention. */
  readonly attention: Attention | null;
  /** Encoder tokens to which cross-attention attends; null in layers without it. */
  readonly cross: Encoded<N> | null;
  /** True under a causal mask. */
  readonly causal: boolean;
  /** Recurrence of the layer; null in layers that are not recurrent. */
  readonly recurrent: RecurrentInputs<N> | null;
  /** Equations of the layer's attention and their own inputs; null in layers without attention. */
  readonly form: FormInputs<N> | null;
  /** Tokens of the attention's sliding window; null for full attention. */
  readonly window: N | null;
  readonly feedForward: FeedForward;
  /** Number of sublayers, out of mixer, cross-attention and feed-forward. */
  readonly sublayers: number;
  /** Number of norms on the residual stream. */
  readonly norms: number;
  /** The feed-forward of the layer, or one of its experts. */
  readonly mlp: DenseMlp;
  readonly dFf: N;
  /** Mixture of experts of the layer; null for a dense layer. */
  readonly experts: ExpertInputs<N> | null;
  readonly gated: boolean;
  readonly matrices: N;
  readonly upMatrices: N;
  /** Memo of the token-mixing kernels: kinds of layers with the same mixer and recompute share them. */
  readonly mixers: Mixers<N>;
}

export type Mixers<N> = {
  readonly mixer: LayerKind["mixer"];
  readonly recompute: Recompute;
  readonly operators: readonly Operator<N>[];
}[];

/** Tokens of an encoder's sequence: all of them, and those on one device. */
export interface Encoded<N> {
  readonly tokens: N;
  readonly local: N;
}

/** The context of a scenario; null where layers cannot be divided over stages (refusals.ts reports why). */
export function context<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[],
): ModelContext<N>;
export function context<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
): ModelContext<N> | null;
export function context<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
): ModelContext<N> | null {
  if (!layouts) return null;
  const x = scenarioInputs(alg, scenario);
  const base: Context<N> = { alg, scenario, x, layouts, gradients: gradientsOf(scenario) };
  const parts = new Map<ModelPart, PartContext<N>>();
  const degrees = groupDegrees(scenario.plan).map((tp) => contextOfDegree(base, tp));
  const apart = degrees.map((of) => ({ of, parts: new Map<ModelPart, PartContext<N>>() }));
  const kinds = plannedKinds(scenario.model, scenario.plan).map((planned) => {
    const { part: own } = planned.of;
    const at = apart.find(({ of }) => of.scenario.plan.tp === planned.tp) ?? { of: base, parts };
    const part = at.parts.get(own) ?? partContext(at.of, own);
    at.parts.set(own, part);
    return layerContext(part, planned);
  });
  return { kinds, degrees, ...base };
}

/** Context of the layers with tensor-parallel degree `tp`; that of the plan where `tp` is null. */
export const contextAt = <N>(ctx: ModelContext<N>, tp: number | null): Context<N> =>
  ctx.degrees.find(({ scenario }) => scenario.plan.tp === tp) ?? ctx;

/** Context that all layers of one part of a model share. */
export interface PartContext<N> extends Context<N> {
  readonly form: FormInputs<N>;
  readonly recurrent: RecurrentInputs<N> | null;
  readonly encoded: Encoded<N> | null;
  readonly mixers: Mixers<N>;
}

export function partContext<N>(base: Context<N>, part: ModelPart): PartContext<N> {
  const { model } = part;
  const whole = base.scenario.model === model;
  const alg = partAlgebra(base.alg, part);
  const scenario = whole ? base.scenario : { ...base.scenario, model };
  const { attention, recurrent } = model;
  const encoded = (): Encoded<N> => {
    const text = model.conditioning?.text;
    if (text) {
      const tokens = base.alg.input("model.conditioning.text_tokens", text.tokens, "token");
      return { tokens, local: tokens };
    }
    const tokens = base.alg.input("plan.encoder_seq_len", scenario.plan.encoderSeqLen, "token");
    const local = scenario.plan.cp > 1 ? alg.apply(localSeqLen, { s: tokens, c: base.x.cp }) : tokens;
    return { tokens, local };
  };
  return {
    alg,
    scenario,
    x: whole
      ? base.x
      : part.role === "vision"
        ? readImages(alg, base, model)
        : partInputs(alg, base.x, model, part.role === "encoder" ? encoded() : null),
    layouts: base.layouts,
    gradients: part.role === "vision" ? visionGradients(base.scenario) : base.gradients,
    form: formInputs(alg, attention),
    recurrent: recurrent && recurrentInputs(alg, recurrent),
    encoded: part.role === "decoder" ? encoded() : null,
    mixers: [],
  };
}

/**
 * The scenario's inputs, with the part's own values in place of the model's. `read` gives the part's tokens
 * where they differ from the plan's.
 */
export function partInputs<N>(
  alg: Algebra<N>,
  x: Inputs<N>,
  model: Model,
  read: Encoded<N> | null,
): Inputs<N> {
  const { heads, dHead, kvHeads, normsPerLayer } = modelInputs(alg, model);
  const own = { ...x, heads, dHead, kvHeads, normsPerLayer };
  return read === null ? own : { ...own, seqLen: read.tokens, localSeqLen: read.local };
}

/** The scenario's inputs for layers of a vision encoder, which reads every image as a sequence. */
function readImages<N>(alg: Algebra<N>, { alg: base, x, scenario }: Context<N>, model: Model): Inputs<N> {
  const own = partInputs(alg, x, model, null);
  const { dModel, normVectors } = modelInputs(alg, model);
  const n_im = base.input("model.vision.images", scenario.model.vision?.images ?? 1, "1");
  const microBatch = alg.apply(microBatchImages, { n_im, b: x.microBatch });
  const { patches } = model;
  if (!patches) return { ...own, dModel, normVectors, microBatch };
  const seqLen = patchSequence(alg, patches);
  return { ...own, dModel, normVectors, microBatch, seqLen, localSeqLen: seqLen };
}

export function layerContext<N>(
  part: PartContext<N>,
  { of, recompute, keepsInput }: PlannedKind,
): LayerContext<N> {
  const { alg, scenario, layouts, gradients } = part;
  const { model } = scenario;
  const { attention } = model;
  const { mlp, path } = feedForward(model, of);
  const { matrices, upMatrices } = mlpShape(alg, mlp);
  const mixes = hasAttention(of);
  const cross = mixes ? part.encoded : null;
  const sublayers =
    (of.mixer === "none" ? 0 : 1) + (of.feedForward === "none" ? 0 : 1) + (cross === null ? 0 : 1);
  return {
    alg,
    scenario,
    x: part.x,
    layouts,
    gradients,
    kind: of.name,
    of,
    recompute,
    keepsInput,
    attention: mixes ? attention : null,
    cross,
    causal: model.mask === "causal",
    recurrent: of.mixer === "recurrent" ? part.recurrent : null,
    form: mixes ? part.form : null,
    window: of.mixer === "sliding" ? windowInput(alg, attention) : null,
    feedForward: of.feedForward,
    sublayers,
    norms: Math.ceil((model.normsPerLayer * sublayers) / 2),
    mlp,
    dFf: alg.input(path, mlp.dFf, "1"),
    experts: of.feedForward === "experts" ? expertInputs(part) : null,
    gated: isGated(mlp),
    matrices,
    upMatrices,
    mixers: part.mixers,
  };
}

export function windowInput<N>(alg: Algebra<N>, attention: Attention): N | null {
  const { slidingWindow } = optionsOf(attention);
  return slidingWindow === null ? null : alg.input("model.attention.sliding_window", slidingWindow, "token");
}

/** The feed-forward of a kind of layer and the path of its width. With experts, that of one expert. */
export function feedForward(
  { mlp }: Model,
  kind: LayerKind,
): { readonly mlp: DenseMlp; readonly path: string } {
  if (mlp.kind !== "moe") return { mlp, path: "model.mlp.d_ff" };
  if (kind.feedForward === "dense" && mlp.dense) return { mlp: mlp.dense, path: "model.mlp.dense.d_ff" };
  return { mlp: mlp.expert, path: "model.mlp.expert.d_ff" };
}
