import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as context from "../../formulas/communication/context.ts";
import * as tensors from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import type { Context } from "../inputs/context.ts";
import { largest } from "../inputs/largest.ts";
import { dequantisedMatrix, dequantises } from "../lora/dequantisedMatrix.ts";
import type { LayerContext, ModelContext } from "../model/layerContext.ts";
import { overKinds } from "../model/layersOfKind.ts";
import { splitsKinds } from "../model/plannedKinds.ts";
import { projectedTensor } from "../model/recurrentTensors.ts";
import type { StageParams } from "../model/stageParams.ts";
import { localKeyValues } from "../parallel/contextParallel.ts";
import type { LayerActivations } from "./activations.ts";
import { headBackward, vocabularyTensors } from "./endTensors.ts";
import { gathered } from "./gatheredWeights.ts";
import { RECOMPUTED_LAYER, recomputedLayer } from "./recomputedLayer.ts";

/** Memory of a stage's passes other than saved activations of layers, when the first backward begins. */
export interface PassMemory<N> {
  readonly logits: readonly Part<N>[];
  readonly buffers: readonly Part<N>[];
}

/**
 * Memory of a stage's passes. The last stage peaks in the loss or in its last layer's backward, but never in
 * both, since the logits are freed in between. The other stages only have the layer.
 */
export function passMemory<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  inFlight: N,
  { held, backward }: LayerMemory<N>,
): PassMemory<N> {
  const { alg } = ctx;
  const saved = vocabularyTensors(ctx, stage, inFlight);
  const head = stage.head ? headBackward(ctx) : null;
  return head && alg.atMost(sumOf(ctx, backward), sumOf(ctx, head))
    ? { logits: [...saved, ...head], buffers: held }
    : { logits: saved, buffers: [...held, ...backward] };
}

/** Memory of a stage's layers in its passes. */
export interface LayerMemory<N> {
  /** Gathered and exchanged tensors. */
  readonly held: readonly Part<N>[];
  /** Tensors of one layer's backward pass. */
  readonly backward: readonly Part<N>[];
}

/** Memory of a stage's layers, memoised for all stages with layers of the same kinds. */
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
        held.push({ label: "workspace memory of matmuls", value: ctx.x.workspace });
      if (ctx.scenario.plan.cp > 1) held.push(...exchanged(ctx, stage));
      held.push(...wholeSequences(ctx, stage), ...dequantised(ctx, stage));
      found = { held, backward: layerBackward(ctx, stage, activations) };
      known.set(key, found);
    }
    return found;
  };
}

/** Tensors of one layer's backward pass: recomputed activations and gradients. */
function layerBackward<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): readonly Part<N>[] {
  const { alg, x } = ctx;
  const gradientBytes = (kind: LayerContext<N>): N =>
    kind.gradients === "weights"
      ? x.weightBytes
      : alg.constant("bytes of a gradient of frozen weights", 0, "B", "they have none");
  const found: Part<N>[] = [];
  const recomputed = recomputedLayer(ctx, stage, activations);
  if (recomputed !== null) found.push({ label: RECOMPUTED_LAYER, value: recomputed });
  const backward = overKinds(ctx, stage, ctx.kinds).filter(({ value }) => value.gradients !== "none");
  const gradients = backward.map(({ label, value: kind }) => ({
    label,
    value: alg.apply(book.layerGradients, {
      B_w: gradientBytes(kind),
      n_u: kind.upMatrices,
      h: kind.x.dModel,
      f: kind.dFf,
      B_a: x.activationBytes,
      s: kind.x.localSeqLen,
      b: kind.x.microBatch,
      t: kind.x.tp,
    }),
  }));
  if (gradients.length > 0)
    found.push({
      label: "gradients of one layer in its backward pass",
      value: largest(ctx, "gradients of a layer", gradients),
    });
  return found;
}

const sumOf = <N>({ alg }: Context<N>, parts: readonly Part<N>[]): N =>
  alg.sum("tensors that the backward pass creates", "B", parts);

/**
 * Whole sequences that sequence parallelism gathers before a matmul and scatters after one (arXiv:2205.05198,
 * section 4.2.2).
 */
function wholeSequences<N>(ctx: ModelContext<N>, stage: StageLayout): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { sequenceParallel, framework } = scenario.plan;
  if (!sequenceParallel || framework.sequenceBuffers === 0) return [];
  const held: readonly Context<N>[] =
    ctx.degrees.length === 0 ? [ctx] : overKinds(ctx, stage, ctx.kinds).map(({ value }) => value);
  const gathered = held.filter((own) => own.scenario.plan.tp > 1);
  if (gathered.length === 0) return [];
  const parts = gathered.map((own) => ({
    label: `sequence of layers with tp ${own.scenario.plan.tp}`,
    value: alg.apply(tensors.residualTensor, {
      ...{ B_a: x.activationBytes, s: x.localSeqLen, b: own.x.microBatch, h: x.dModel, t_s: x.one },
    }),
  }));
  const whole = largest(ctx, "whole sequence", parts);
  const value = alg.apply(book.repeatedBytes, { n: x.sequenceBuffers, Q: whole });
  return [{ label: "whole sequences gathered by tensor parallelism", value }];
}

/** The largest quantised matrix, dequantised for its matmul. */
function dequantised<N>(ctx: ModelContext<N>, stage: StageLayout): readonly Part<N>[] {
  if (!dequantises(ctx.scenario.plan)) return [];
  const parts: Part<N>[] = [];
  for (const { label, value: kind } of overKinds(ctx, stage, ctx.kinds)) {
    const value = dequantisedMatrix(kind);
    if (value !== null) parts.push({ label, value });
  }
  const label = "dequantised frozen matrix";
  return parts.length === 0 ? [] : [{ label, value: largest(ctx, label, parts) }];
}

/**
 * Tensors of other ranks that a layer holds under context parallelism: keys and values, or heads of a
 * recurrence.
 */
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
    cpType === "ring"
      ? "the block in use and the block in transfer"
      : "the block sent and the block received",
  );
  return alg.apply(book.repeatedBytes, { n, Q: localKeyValues(kind) });
}

const gatheredKeys = <N>(kind: LayerContext<N>, s: N): N =>
  kind.alg.apply(context.gatheredKeyValues, { c: kind.x.cp, Q: localKeyValues(kind, s) });

/** Layers being copied to or from host memory: the one in transfer, and the one computed meanwhile. */
function copying<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): readonly Part<N>[] {
  const { alg } = ctx;
  if (ctx.scenario.plan.offload !== "activations") return [];
  const n = alg.constant("layers on the device", 2, "1", "the layer computed and the layer copied");
  const layers = overKinds(ctx, stage, activations).map(({ label, value: { saved } }) => ({
    label,
    value: alg.apply(book.repeatedBytes, { n, Q: saved.value }),
  }));
  return layers.length === 0
    ? []
    : [
        {
          label: "activations of layers copied to the host",
          value: largest(ctx, "layers copied to the host", layers),
        },
      ];
}
