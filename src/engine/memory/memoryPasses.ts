import type { Part } from "../algebra.ts";
import { localKeyValues } from "../communication/parallel/contextParallel.ts";
import { headTokens } from "../compute/endOperators.ts";
import type { Context } from "../context.ts";
import * as context from "../formulas/communication/context.ts";
import * as tensors from "../formulas/memory/activations.ts";
import * as book from "../formulas/memory/memory.ts";
import * as pipeline from "../formulas/step/pipeline.ts";
import type { LayerContext, ModelContext } from "../layerContext.ts";
import { madeWhole, makesWhole } from "../lora/madeWhole.ts";
import { weightsOf } from "../lora/weightsOf.ts";
import { wholeWeights } from "../lora/wholeWeights.ts";
import { overKinds } from "../model/layersOfKind.ts";
import { splitsKinds } from "../model/plannedKinds.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import type { StageParams } from "../model/stageParams.ts";
import type { Plan } from "../scenario/plan.ts";
import type { LayerActivations } from "./activations.ts";
import { largest } from "./largest.ts";
import { projectedTensor } from "./recurrentActivations.ts";
import { REMADE, remadeLayer } from "./remadeLayer.ts";

/** What a stage's passes hold beside the activations of its layers, at the instant when the first backward begins. */
export interface PassMemory<N> {
  readonly logits: readonly Part<N>[];
  readonly buffers: readonly Part<N>[];
}

/**
 * The last stage is at its fullest in the loss, or while its last layer goes backward: never in both, for the logits are gone
 * by then. The other stages only have the layer.
 */
export function passMemory<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  inFlight: N,
  { held, backward }: LayerMemory<N>,
): PassMemory<N> {
  const { alg } = ctx;
  const kept = vocabularyTensors(ctx, stage, inFlight);
  const head = stage.head ? headBackward(ctx) : null;
  return head && alg.atMost(sumOf(ctx, backward), sumOf(ctx, head))
    ? { logits: [...kept, ...head], buffers: held }
    : { logits: kept, buffers: [...held, ...backward] };
}

/** What the layers of a stage hold in its passes. */
export interface LayerMemory<N> {
  /** Gathered and exchanged. */
  readonly held: readonly Part<N>[];
  /** While one goes backward. */
  readonly backward: readonly Part<N>[];
}

/** The same for every stage that has layers of the same kinds, and so made once for all of them. */
export function layerMemory<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  activations: readonly LayerActivations<N>[],
): (stage: StageLayout) => LayerMemory<N> {
  const known = new Map<string, LayerMemory<N>>();
  return (stage) => {
    let key = splitsKinds(ctx.scenario.plan) ? `${stage.stage} ` : "";
    for (const { kind } of stage.kinds) key += `${kind} `;
    let found = known.get(key);
    if (!found) {
      const held = [...gathered(ctx, params, stage), ...copying(ctx, stage, activations)];
      if (ctx.scenario.plan.framework.workspaceBytes > 0)
        held.push({ label: "workspaces of matrix products", value: ctx.x.workspace });
      if (ctx.scenario.plan.cp > 1) held.push(...exchanged(ctx, stage));
      held.push(...wholeSequences(ctx), ...dequantised(ctx, stage));
      found = { held, backward: layerBackward(ctx, stage, activations) };
      known.set(key, found);
    }
    return found;
  };
}

/** What the ends of the model keep from forward to backward: arXiv:2205.05198, section 4.3. */
function vocabularyTensors<N>(ctx: Context<N>, stage: StageLayout, inFlight: N): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const found: Part<N>[] = [];
  const shape = { s: x.localSeqLen, b: x.microBatch, h: x.dModel, t_s: x.seqSplit };
  if (stage.embedding && scenario.model.dropout) {
    const mask = alg.apply(tensors.dropoutMask, { B_k: x.maskBytes, ...shape });
    // Only the first chunk has an embedding, so interleaving adds nothing here.
    const interleaved = scenario.plan.schedule === "interleaved_1f1b";
    const r = alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
    const n = interleaved ? alg.apply(pipeline.inFlight1f1b, { p: x.pp, r, m: x.microBatches }) : inFlight;
    const value = alg.apply(book.repeatedBytes, { n, Q: mask });
    found.push({ label: "dropout mask of the embedding", value });
  }
  if (stage.head) {
    const stream = alg.apply(tensors.residualTensor, { B_a: x.activationBytes, ...shape });
    found.push({ label: "input of the last norm", value: stream });
    found.push({ label: "input of the head", value: stream });
    if (scenario.plan.framework.keptLogits > 0) {
      const value = alg.apply(tensors.earlierLogits, {
        ...{ n: x.keptLogits, m: x.microBatches, B_f: x.floatBytes },
        ...{ s: headTokens(ctx), b: x.microBatch, V: x.vocab, t: x.tp },
      });
      found.push({ label: "logits of earlier micro-batches", value });
    }
    if (scenario.model.mtp > 0) {
      const n = alg.input("model.mtp", scenario.model.mtp, "1");
      const value = alg.apply(book.repeatedBytes, { n, Q: stream });
      found.push({ label: "inputs of the head for further tokens, before their norms", value });
      found.push({ label: "inputs of the head for further tokens", value });
    }
  }
  return found;
}

/** The loss, and the gradient of the weights that made the logits. */
function headBackward<N>(ctx: Context<N>): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const shape = { V: x.vocab, t: x.tp };
  const logits = { B_l: x.logitBytes, s: headTokens(ctx), b: x.microBatch, ...shape };
  const loss = { label: "logits and loss", value: alg.apply(tensors.logitsTensor, logits) };
  if (scenario.plan.lora !== null) return [loss];
  return [
    loss,
    {
      label: "gradient of the head's weights",
      value: alg.apply(book.headGradient, { B_w: x.weightBytes, h: x.dModel, ...shape }),
    },
  ];
}

/** A layer going backward: what it makes again, and its gradients. */
function layerBackward<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): readonly Part<N>[] {
  const { alg, x } = ctx;
  const frozen = ctx.scenario.plan.lora !== null;
  const B_w = frozen
    ? alg.constant("bytes of a gradient of frozen weights", 0, "B", "they have none")
    : x.weightBytes;
  const found: Part<N>[] = [];
  const remade = remadeLayer(ctx, stage, activations);
  if (remade !== null) found.push({ label: REMADE, value: remade });
  const gradients = overKinds(ctx, stage, ctx.kinds).map(({ label, value: kind }) => ({
    label,
    value: alg.apply(book.layerGradients, {
      B_w,
      n_u: kind.upMatrices,
      h: x.dModel,
      f: kind.dFf,
      B_a: x.activationBytes,
      s: kind.x.localSeqLen,
      b: x.microBatch,
      t: x.tp,
    }),
  }));
  if (gradients.length > 0)
    found.push({ label: "gradients of a layer", value: largest(ctx, "gradients of a layer", gradients) });
  return found;
}

const sumOf = <N>({ alg }: Context<N>, parts: readonly Part<N>[]): N =>
  alg.sum("what goes backward", "B", parts);

/** What sequence parallelism gathers before a product and scatters behind one (arXiv:2205.05198, section 4.2.2). */
function wholeSequences<N>({ alg, x, scenario }: Context<N>): readonly Part<N>[] {
  const { tp, sequenceParallel, framework } = scenario.plan;
  if (tp === 1 || !sequenceParallel || framework.sequenceBuffers === 0) return [];
  const whole = alg.apply(tensors.residualTensor, {
    B_a: x.activationBytes,
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s: x.one,
  });
  const value = alg.apply(book.repeatedBytes, { n: x.sequenceBuffers, Q: whole });
  return [{ label: "whole sequences of tensor parallelism", value }];
}

/** A quantised matrix as the product at hand needs it. */
function dequantised<N>(ctx: ModelContext<N>, stage: StageLayout): readonly Part<N>[] {
  if (!makesWhole(ctx.scenario.plan)) return [];
  const parts: Part<N>[] = [];
  for (const { label, value: kind } of overKinds(ctx, stage, ctx.kinds)) {
    const value = madeWhole(kind);
    if (value !== null) parts.push({ label, value });
  }
  const label = "frozen matrix made whole";
  return parts.length === 0 ? [] : [{ label, value: largest(ctx, label, parts) }];
}

/** What a layer holds of other ranks under context parallelism: keys and values, or heads of a recurrence on their way. */
function exchanged<N>(ctx: ModelContext<N>, stage: StageLayout): readonly Part<N>[] {
  const held: Part<N>[] = [];
  for (const { label, value: kind } of overKinds(ctx, stage, ctx.kinds)) {
    if (kind.recurrent?.form === "heads") held.push({ label, value: projectedTensor(kind, kind.recurrent) });
    else if (kind.attention) held.push({ label, value: keysOfOthers(kind) });
    if (kind.cross !== null)
      held.push({ label: `${label}, encoder`, value: gatheredKeys(kind, kind.cross.local) });
  }
  const label = ctx.kinds.some(({ recurrent }) => recurrent) ? "keys, values and heads" : "keys and values";
  const whole = `${label} of other ranks`;
  return held.length === 0 ? [] : [{ label: whole, value: largest(ctx, whole, held) }];
}

function keysOfOthers<N>(kind: LayerContext<N>): N {
  const { alg, x, scenario } = kind;
  const { cpType } = scenario.plan;
  if (cpType === "all_gather") return gatheredKeys(kind, x.localSeqLen);
  const n = alg.constant(
    "key-value blocks held",
    2,
    "1",
    cpType === "ring" ? "the one in use and the one on its way" : "what is sent and what is received",
  );
  return alg.apply(book.repeatedBytes, { n, Q: localKeyValues(kind) });
}

const gatheredKeys = <N>(kind: LayerContext<N>, s: N): N =>
  kind.alg.apply(context.gatheredKeyValues, { c: kind.x.cp, Q: localKeyValues(kind, s) });

/** Whether weights are sharded or kept beside the device, and so gathered. */
const gathersWeights = (plan: Plan): boolean =>
  plan.zero === 3 && (plan.dpShard * plan.cp > 1 || plan.stateOffload.weights !== "none");

/** All weights of a stage, where ZeRO 3 keeps what it gathered beyond the forward pass. */
export function keptGathered<N>(
  ctx: Context<N>,
  params: StageParams<N>,
  { stage }: StageLayout,
): readonly Part<N>[] {
  const { plan } = ctx.scenario;
  if (!gathersWeights(plan) || plan.reshardAfter === "forward") return [];
  const found: Part<N>[] = [];
  for (const [label, part] of [
    ["gathered weights", "stages"],
    ["gathered weights of experts", "experts"],
  ] as const) {
    const held = weightsOf(params, part, stage);
    if (held !== null) found.push({ label, value: wholeWeights(ctx, held, ctx.x.weightBytes) });
  }
  return found;
}

/** The weights that ZeRO 3 gathers, and their gradients before they are scattered. */
function gathered<N>(ctx: ModelContext<N>, params: StageParams<N>, stage: StageLayout): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  if (!gathersWeights(plan) || plan.reshardAfter !== "forward") return [];
  const B_w = x.weightBytes;
  const units = alg.apply(book.gatheredUnits, { n_a: alg.input("plan.prefetch", plan.prefetch, "1") });
  if (plan.framework.gathers === "matrices") {
    const { mlp } = scenario.model;
    const f =
      mlp.kind === "moe"
        ? alg.input("model.mlp.expert.d_ff", mlp.expert.dFf, "1")
        : alg.input("model.mlp.d_ff", mlp.dFf, "1");
    const matrix = { n: units, B_w, h: x.dModel, f, a: x.heads, d_h: x.dHead, t: x.tp };
    return [{ label: "gathered weights", value: alg.apply(book.gatheredMatrix, matrix) }];
  }
  const kinds = overKinds(ctx, stage, wholeLayers(ctx, params));
  if (kinds.length === 0) return [];
  const layer = largest(ctx, "weights of a layer on a device", kinds);
  return [{ label: "gathered weights", value: alg.apply(book.gatheredWeights, { n: units, Q: layer }) }];
}

/** Layers on their way to or from the host's memory: one, and the one that is computed beside it. */
function copying<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): readonly Part<N>[] {
  const { alg } = ctx;
  if (ctx.scenario.plan.offload !== "activations") return [];
  const n = alg.constant("layers on the device", 2, "1", "the one computed and the one copied");
  const layers = overKinds(ctx, stage, activations).map(({ label, value: { kept } }) => ({
    label,
    value: alg.apply(book.repeatedBytes, { n, Q: kept.value }),
  }));
  return layers.length === 0
    ? []
    : [{ label: "layers copied to the host", value: largest(ctx, "layers copied to the host", layers) }];
}

/** Bytes of one layer's weights on a device by kind, routed experts included. */
function wholeLayers<N>(ctx: ModelContext<N>, params: StageParams<N>): readonly N[] {
  const { alg, x } = ctx;
  return params.layers.map((_, i) => {
    const parts: Part<N>[] = [];
    for (const [label, part] of [
      ["all but routed experts", "layers"],
      ["routed experts", "layerExperts"],
    ] as const) {
      const held = weightsOf(params, part, i);
      if (held !== null) parts.push({ label, value: wholeWeights(ctx, held, x.weightBytes) });
    }
    const [only, more] = parts;
    return only && !more ? only.value : alg.sum("weights of a layer on a device", "B", parts);
  });
}
