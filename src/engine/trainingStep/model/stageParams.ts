import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { ownParamsShard } from "../../formulas/compute/own.ts";
import * as book from "../../formulas/model/params.ts";
import * as stacks from "../../formulas/model/stacks.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { FrozenPart } from "../../scenario/frozenPart.ts";
import { frozenParts } from "../inputs/gradients.ts";
import { conditionParams, endModulation, layerModulation } from "./conditionParams.ts";
import { type DegreeParams, degreeParams } from "./degreeParams.ts";
import { encoderStages } from "./encoderStages.ts";
import { embedding, lastNorms, positionsOf } from "./endParams.ts";
import { expertShard, sharedWidth } from "./experts.ts";
import type { FormInputs } from "./formInputs.ts";
import { latentShard } from "./latent.ts";
import type { LayerContext, ModelContext } from "./layerContext.ts";
import { overKinds } from "./layersOfKind.ts";
import { type LoraParams, loraParams, type ParamsOfStages } from "./loraParams.ts";
import { recurrentShard } from "./recurrent.ts";
import { visionInputs } from "./visionInputs.ts";
import { visionEnds } from "./visionParams.ts";
import { endsVision } from "./visionPlace.ts";

export interface StageParams<N> {
  /** Parameters of one layer on one tensor-parallel rank, by kind of layer. */
  readonly layers: readonly N[];
  /**
   * Parameters of a layer's routed experts on a device, by kind of layer; null where it has none. Not
   * included in `layers`.
   */
  readonly layerExperts: readonly (N | null)[];
  /** Parameters on a device, by stage, without routed experts. */
  readonly stages: readonly N[];
  /** Parameters of routed experts on a device, by stage; null where there are none. */
  readonly experts: readonly (N | null)[];
  /**
   * Parameters on a device by stage and tensor-parallel degree, whose sums are `stages`; empty lists where all layers
   * have the plan's degree.
   */
  readonly byDegree: readonly (readonly DegreeParams<N>[])[];
  /** Trained and quantisable parameters under LoRA; null where all are trained. */
  readonly lora: LoraParams<N> | null;
  /** Trained parameters on a device where the plan freezes parts of the model; null where it freezes none. */
  readonly trained: ParamsOfStages<N> | null;
}

/** Parameters on a device of each stage, before ZeRO shards them. */
export function stageParams<N>(ctx: ModelContext<N>): StageParams<N> {
  const { alg, x, scenario } = ctx;
  const { model } = scenario;
  const h = x.dModel;
  const norm = alg.apply(book.hiddenVectors, { n_n: x.normVectors, h });
  const layers = ctx.kinds.map((kind) => {
    const { x: own } = kind;
    if (own.dModel === h && own.normVectors === x.normVectors) return layerShard(kind, norm);
    return layerShard(kind, alg.apply(book.hiddenVectors, { n_n: own.normVectors, h: own.dModel }));
  });
  const owned = ctx.kinds.map(({ of }, i): { readonly params: N; readonly of: FrozenPart } => ({
    params: layers[i] as N,
    of: of.part.role === "vision" ? "vision" : "language",
  }));
  const layerExperts = ctx.kinds.map((kind) => kind.experts && expertShard(kind, kind.experts));
  const vocabulary = alg.apply(book.embeddingShard, { V: x.vocab, h, t: x.tp });
  const embedded = embedding(alg, model, h, x.vocab, () => vocabulary);
  const first = encoderStages(model, scenario.plan);
  const held = first > 0 ? "one" : "all";
  const positions = positionsOf(alg, model, x, x.tp, held);
  const inputs = visionInputs(alg, model);
  const images = inputs === null ? [] : visionEnds(alg, inputs, h, x.tp);
  const head = model.patches ? alg.apply(stacks.classHead, { V: x.vocab, h, t: x.tp }) : vocabulary;
  const frozen = frozenParts(scenario);
  const trained = (of: FrozenPart): boolean => !frozen.includes(of);
  const partsOf = (stage: StageLayout, counts: (of: FrozenPart) => boolean): readonly Part<N>[] => {
    const parts: Part<N>[] = [];
    for (const { label, n, value } of overKinds(ctx, stage, owned))
      if (counts(value.of)) {
        const P_x = value.params;
        parts.push({ label: `${label} of the stage`, value: alg.apply(book.repeatedParams, { n, P_x }) });
      }
    if (endsVision(model, stage.spans))
      for (const { label, of, value } of images) if (counts(of)) parts.push({ label, value });
    if (!counts("language")) return parts;
    if (stage.embedding) {
      parts.push({ label: "token embedding", value: embedded });
      for (const { label, value } of conditionParams(alg, model, h, x.tp)) parts.push({ label, value });
      if (positions !== null) parts.push(positions);
    }
    if (first > 0 && stage.stage === first - 1)
      parts.push({ label: "norm after the encoder", value: lastNorms(alg, model, x, held) });
    if (stage.head) {
      parts.push({ label: "norm after the last layer", value: lastNorms(alg, model, x, held) });
      const last = endModulation(alg, model, h, x.tp);
      if (last !== null) parts.push({ label: "modulation of the last norm", value: last });
      // Tied embeddings are one matrix on one stage. On two stages each holds a copy, and both are kept
      // equal.
      if (model.patches || !model.tiedEmbeddings || !stage.embedding)
        parts.push({ label: "output head", value: head });
      // Multi-token prediction embeds tokens where the head is (arXiv:2412.19437, section 3.2.2).
      if (model.mtp > 0 && !stage.embedding && !model.tiedEmbeddings)
        parts.push({ label: "embedding of multi-token prediction", value: vocabulary });
    }
    return parts;
  };
  const stagesOf = (counts: (of: FrozenPart) => boolean): readonly N[] =>
    ctx.layouts.map((stage) => alg.sum("parameters on a device", "param", partsOf(stage, counts)));
  const stages = stagesOf(() => true);
  const byDegree = ctx.layouts.map((stage) =>
    ctx.degrees.length === 0
      ? []
      : degreeParams(
          ctx,
          stage,
          layers,
          partsOf(stage, () => true).slice(overKinds(ctx, stage, owned).length),
        ),
  );
  const experts = expertsOfStages(ctx, layerExperts);
  return {
    ...{ layers, layerExperts, stages, experts, byDegree, lora: loraParams(ctx) },
    trained:
      frozen.length === 0
        ? null
        : {
            stages: stagesOf(trained),
            experts: trained("language") ? experts : experts.map(() => null),
          },
  };
}

/** Parameters of routed experts on a device of each stage; null where a stage has none. */
function expertsOfStages<N>(
  ctx: ModelContext<N>,
  layerExperts: readonly (N | null)[],
): readonly (N | null)[] {
  const { alg } = ctx;
  return ctx.layouts.map((stage) => {
    const parts: Part<N>[] = [];
    for (const { label, n, value } of overKinds(ctx, stage, layerExperts))
      if (value !== null)
        parts.push({
          label: `routed experts of ${label}`,
          value: alg.apply(book.repeatedParams, { n, P_x: value }),
        });
    return parts.length === 0 ? null : alg.sum("routed experts on a device", "param", parts);
  });
}

/** Weights of a layer's attention on a device, by its form. */
function attentionShard<N>(
  ctx: LayerContext<N>,
  form: FormInputs<N>,
  shape: { readonly h: N; readonly d_h: N; readonly a: N; readonly a_kv: N; readonly t: N },
): N {
  switch (form.name) {
    case "latent":
      return latentShard(ctx, form);
    case "heads":
      return ctx.alg.apply(book.attentionWeightsShard, shape);
  }
}

function layerShard<N>(ctx: LayerContext<N>, norm: N): N {
  const { alg, x, scenario, form, recurrent, experts, matrices, upMatrices } = ctx;
  const attention = ctx.attention && optionsOf(ctx.attention);
  const h = x.dModel;
  const t = x.tp;
  const heads = { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads, t };
  const parts: Part<N>[] = [];
  const predicts = ctx.of.part.role === "prediction";
  if (recurrent) parts.push({ label: "recurrent mixer", value: recurrentShard(alg, recurrent, h, t) });
  if (attention && form) {
    const value = attentionShard(ctx, form, { h, ...heads });
    parts.push({ label: "attention projections", value });
    if (ctx.cross !== null) parts.push({ label: "attention to the encoder", value });
    if (attention.gate)
      parts.push({
        label: "projection to attention's gate",
        value: alg.apply(stacks.gateParams, { h, a: x.heads, d_h: x.dHead, t }),
      });
  }
  const modulation = layerModulation(alg, scenario.model, h, t);
  if (modulation !== null) parts.push({ label: "modulation", value: modulation });
  if (predicts)
    parts.push({
      label: "projection of multi-token prediction",
      value: alg.apply(stacks.predictionProjection, { h, t }),
    });
  const norms =
    ctx.sublayers === 2 && !predicts
      ? x.normsPerLayer
      : alg.constant(
          "norms of a layer",
          ctx.norms + (predicts ? 3 : 0),
          "1",
          "half of norms_per_layer for each sublayer; three more where a further token is predicted",
        );
  parts.push({ label: "norms of the layer", value: alg.apply(book.repeatedParams, { n: norms, P_x: norm }) });
  const mlp = (label: string, f: N): void => {
    parts.push({ label, value: alg.apply(book.mlpWeightsShard, { n_w: matrices, h, f, t }) });
    if (!scenario.model.bias) return;
    const biases = alg.apply(book.mlpBiasesShard, { n_u: upMatrices, h, f, t });
    parts.push({ label: `biases of the ${label}`, value: biases });
  };
  if (experts) {
    parts.push({
      label: "router of the layer",
      value: alg.apply(book.routerParams, { n_e: experts.n_e, h }),
    });
    const shared = sharedWidth(ctx, experts);
    if (shared !== null) mlp("matrices of the shared experts", shared);
  } else if (ctx.feedForward === "dense") mlp("MLP matrices", ctx.dFf);
  const copies = ctx.cross === null ? 1 : 2;
  if (attention?.qkvBias)
    for (let i = 0; i < copies; i++)
      parts.push({
        label: "biases of the query, key and value projections",
        value: alg.apply(book.attentionBiasesShard, heads),
      });
  if (attention && attention.qkNorm !== "none") {
    const value =
      attention.qkNorm === "per_head"
        ? alg.apply(book.headNorms, { d_h: x.dHead })
        : alg.apply(book.jointHeadNormsShard, heads);
    parts.push({ label: "norms of queries and keys", value });
  }
  if (scenario.model.bias && attention)
    for (let i = 0; i < copies; i++) parts.push({ label: "bias of attention's output projection", value: h });
  for (const [i, { name, params, shard }] of scenario.model.operators.entries())
    if (params > 0) {
      const P_x = alg.input(`model.operators[${i}].params`, params, "param");
      const value = shard === "tp" ? alg.apply(ownParamsShard, { P_x, t }) : P_x;
      parts.push({ label: `parameters of ${name}`, value });
    }
  return alg.sum("parameters of a layer on a device", "param", parts);
}
