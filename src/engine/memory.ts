import { type LayerActivations, layerActivations } from "./activations.ts";
import type { Part } from "./algebra.ts";
import type { Context, ModelContext } from "./context.ts";
import { localKeyValues } from "./contextParallel.ts";
import type { Breakdown, MemoryEstimate, StageLayout } from "./estimate.ts";
import * as context from "./formulas/context.ts";
import * as book from "./formulas/memory.ts";
import * as pipeline from "./formulas/pipeline.ts";
import { microBatchesInFlight } from "./inFlight.ts";
import { overKinds, type StageParams } from "./stageParams.ts";

/**
 * Bytes a device of each stage holds at that stage's peak: the end of the pipeline's warm-up, when as many
 * micro-batches are in flight as ever will be and the first backward begins. Gradient buffers are allocated by then
 * (they accumulate over micro-batches), so at no other instant is more alive.
 */
export function memoryEstimate<N>(ctx: ModelContext<N>, params: StageParams<N>): MemoryEstimate<N> {
  const { alg, x, scenario } = ctx;
  const layers = ctx.kinds.map((kind) => layerActivations(kind));
  const stages = ctx.layouts.map((stage) => stageMemory(ctx, params, stage, layers));
  const peakStage = stages.reduce(
    (fullest, stage, i) =>
      alg.value(stage.value) > alg.value(stages[fullest]?.value ?? stage.value) ? i : fullest,
    0,
  );
  const fullest = stages[peakStage];
  const part = (name: string): N =>
    fullest?.parts.find((p) => p.name === `memory.${name}`)?.value ?? alg.sum(name, "B", []);
  const peak = alg.max(
    "memory of the fullest stage",
    "B",
    stages.map((stage, i) => ({ label: `stage ${i}`, value: stage.value })),
  );
  return {
    peak,
    peakStage,
    capacity: x.memory,
    fits: alg.value(peak) <= scenario.cluster.device.memoryBytes,
    stages,
    weights: part("weights"),
    gradients: part("gradients"),
    optimizer: part("optimizer"),
    activations: part("activations"),
    logits: part("logits"),
    buffers: part("buffers"),
    reserved: part("reserved"),
    layerActivations: largest(
      ctx,
      "activations of one layer",
      layers.map(({ kept }) => ({ label: kept.label, value: kept.value })),
    ),
  };
}

function stageMemory<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const { zero } = scenario.plan;
  const P = params.stages[stage.stage] ?? alg.sum("parameters on a device", "param", []);
  const inFlight = microBatchesInFlight(ctx, stage);
  const part = (
    name: string,
    label: string,
    value: N,
    parts: readonly Breakdown<N>[] = [],
  ): Breakdown<N> => ({
    name: `memory.${name}`,
    label,
    unit: "B",
    value,
    parts,
  });
  const layers = overKinds(ctx, stage, activations);
  const held = layers.map(({ label, n, value: { kept } }) => {
    const activationsOf = (value: N): N =>
      alg.apply(book.stageActivations, { L_r: n, m_r: inFlight, Q_l: value });
    const parts = kept.parts.map((tensor) => ({ ...tensor, value: activationsOf(tensor.value) }));
    return { name: "memory.activations", label, unit: "B", value: activationsOf(kept.value), parts };
  });
  const [only] = held;
  const kept =
    only && held.length === 1
      ? part("activations", "activations", only.value, only.parts)
      : part("activations", "activations", alg.sum("activations of a stage", "B", held), held);

  const experts = params.experts[stage.stage] ?? null;
  const replicas = ctx.kinds.find((kind) => kind.experts)?.experts?.replicas ?? x.one;
  /** A state of all parameters: the routed experts are sharded over fewer devices than the rest. */
  const state = (name: string, label: string, from: number, of: (P: N, n_s: N) => N): Breakdown<N> => {
    const dense = of(P, zero >= from ? x.replicas : x.one);
    if (experts === null) return part(name, label, dense);
    const routed = of(experts, zero >= from ? replicas : x.one);
    const parts = [part(name, "all but routed experts", dense), part(name, "routed experts", routed)];
    return part(name, label, alg.sum(label, "B", parts), parts);
  };

  const kinds = [
    state("weights", "weights", 3, (P, n_s) => alg.apply(book.weightMemory, { B_w: x.weightBytes, P, n_s })),
    state("gradients", "gradients", 2, (P, n_s) =>
      alg.apply(book.gradientMemory, { B_g: x.gradientBytes, P, n_s }),
    ),
    state("optimizer", "optimizer state", 1, (P, n_s) =>
      alg.apply(book.optimizerMemory, { B_m: x.masterBytes, n_o: x.moments, B_o: x.momentBytes, P, n_s }),
    ),
    kept,
    collected(ctx, "logits", "embedding, logits and loss", vocabularyTensors(ctx, stage, inFlight)),
    collected(ctx, "buffers", "buffers", buffers(ctx, params, stage, activations)),
    part("reserved", "reserved", x.reserved),
  ];
  const value = alg.sum(`memory of stage ${stage.stage}`, "B", kinds);
  return { name: "memory", label: `stage ${stage.stage}`, unit: "B", value, parts: kinds };
}

function collected<N>(ctx: Context<N>, name: string, label: string, parts: readonly Part<N>[]): Breakdown<N> {
  return {
    name: `memory.${name}`,
    label,
    unit: "B",
    value: ctx.alg.sum(label, "B", parts),
    parts: parts.map((p) => ({
      name: `memory.${name}`,
      label: p.label,
      unit: "B",
      value: p.value,
      parts: [],
    })),
  };
}

/** What the ends of the model keep: arXiv:2205.05198, section 4.3. */
function vocabularyTensors<N>(ctx: Context<N>, stage: StageLayout, inFlight: N): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const found: Part<N>[] = [];
  const shape = { s: x.localSeqLen, b: x.microBatch, h: x.dModel, t_s: x.seqSplit };
  if (stage.embedding && scenario.model.dropout) {
    const mask = alg.apply(book.dropoutMask, { B_k: x.maskBytes, ...shape });
    // Only the first chunk has an embedding, so interleaving adds nothing here.
    const interleaved = scenario.plan.schedule === "interleaved_1f1b";
    const r = alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
    const n = interleaved ? alg.apply(pipeline.inFlight1f1b, { p: x.pp, r, m: x.microBatches }) : inFlight;
    const value = alg.apply(book.repeatedBytes, { n, Q: mask });
    found.push({ label: "dropout mask of the embedding", value });
  }
  if (stage.head) {
    const stream = alg.apply(book.residualTensor, { B_a: x.activationBytes, ...shape });
    found.push({ label: "input of the last norm", value: stream });
    found.push({ label: "input of the head", value: stream });
    const logits = { B_f: x.floatBytes, s: x.localSeqLen, b: x.microBatch, V: x.vocab, t: x.tp };
    found.push({ label: "logits in fp32", value: alg.apply(book.logitsTensor, logits) });
  }
  return found;
}

/** Working memory: what a layer's recomputation makes again, and the layers that ZeRO 3 gathers. */
function buffers<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const found: Part<N>[] = [];
  const remade = overKinds(ctx, stage, activations)
    .filter(({ value }) => value.remade.length > 0)
    .map(({ label, value }) => ({
      label,
      value: alg.sum("activations made again for one layer", "B", value.remade),
    }));
  if (remade.length > 0)
    found.push({ label: "layer being recomputed", value: largest(ctx, "layer being recomputed", remade) });
  if (scenario.plan.zero === 3 && scenario.plan.dp * scenario.plan.cp > 1) {
    const two = alg.constant(
      "layers held gathered",
      2,
      "1",
      "the one in use and one prefetched: arXiv:2304.11277",
    );
    const layer = largest(
      ctx,
      "parameters of a layer on a device",
      overKinds(ctx, stage, wholeLayers(ctx, params)),
      "param",
    );
    const value = alg.apply(book.gatheredWeights, { n: two, B_w: x.weightBytes, P_x: layer });
    found.push({ label: "gathered weights", value });
  }
  if (scenario.plan.cp > 1) found.push(exchanged(ctx, stage));
  return found;
}

/** Keys and values of other ranks that a layer holds under context parallelism. */
function exchanged<N>(ctx: ModelContext<N>, stage: StageLayout): Part<N> {
  const { alg, x, scenario } = ctx;
  const { cpType } = scenario.plan;
  const held = overKinds(ctx, stage, ctx.kinds).map(({ label, value: kind }) => {
    const Q = localKeyValues(kind);
    if (cpType === "all_gather")
      return { label, value: alg.apply(context.gatheredKeyValues, { c: x.cp, Q }) };
    const n = alg.constant(
      "key-value blocks held",
      2,
      "1",
      cpType === "ring" ? "the one in use and the one on its way" : "what is sent and what is received",
    );
    return { label, value: alg.apply(book.repeatedBytes, { n, Q }) };
  });
  return {
    label: "keys and values of other ranks",
    value: largest(ctx, "keys and values of other ranks", held),
  };
}

/** The largest of several parts; a single one is itself. */
function largest<N>({ alg }: Context<N>, result: string, parts: readonly Part<N>[], unit = "B"): N {
  const [first, second] = parts;
  return first && !second ? first.value : alg.max(result, unit, parts);
}

/** Parameters of one layer on a device by kind, routed experts included. */
function wholeLayers<N>({ alg }: ModelContext<N>, { layers, layerExperts }: StageParams<N>): readonly N[] {
  return layers.map((layer, i) => {
    const experts = layerExperts[i] ?? null;
    if (experts === null) return layer;
    return alg.sum("parameters of a layer on a device, experts included", "param", [
      { label: "all but routed experts", value: layer },
      { label: "routed experts", value: experts },
    ]);
  });
}
