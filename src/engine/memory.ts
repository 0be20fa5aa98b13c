import { layerActivations } from "./activations.ts";
import type { Part } from "./algebra.ts";
import type { Context } from "./context.ts";
import type { Breakdown, MemoryEstimate, StageLayout } from "./estimate.ts";
import * as book from "./formulas/memory.ts";
import * as pipeline from "./formulas/pipeline.ts";
import { layersOf, type StageParams } from "./stageParams.ts";

/**
 * Bytes a device of each stage holds at that stage's peak: the end of the pipeline's warm-up, when as many
 * micro-batches are in flight as ever will be and the first backward begins. Gradient buffers are allocated by then
 * (they accumulate over micro-batches), so at no other instant is more alive.
 */
export function memoryEstimate<N>(ctx: Context<N>, params: StageParams<N>): MemoryEstimate<N> {
  const { alg, x, scenario } = ctx;
  const layer = layerActivations(ctx);
  const stages = ctx.layouts.map((stage) => stageMemory(ctx, params, stage, layer.kept, layer.remade));
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
    layerActivations: layer.kept.value,
  };
}

function stageMemory<N>(
  ctx: Context<N>,
  params: StageParams<N>,
  stage: StageLayout,
  kept: Breakdown<N>,
  remade: readonly Part<N>[],
): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const { zero } = scenario.plan;
  const P = params.stages[stage.stage] ?? params.layer;
  const sharded = (from: number): N => (zero >= from ? x.dp : x.one);
  const inFlight = microBatchesInFlight(ctx, stage);
  const layers = layersOf(ctx, stage);
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
  const activationsOf = (value: N): N =>
    alg.apply(book.stageActivations, { L_r: layers, m_r: inFlight, Q_l: value });
  const tensors = kept.parts.map((tensor) => {
    const { name, label, unit, parts } = tensor;
    return { name, label, unit, value: activationsOf(tensor.value), parts };
  });

  const kinds = [
    part("weights", "weights", alg.apply(book.weightMemory, { B_w: x.weightBytes, P, n_s: sharded(3) })),
    part(
      "gradients",
      "gradients",
      alg.apply(book.gradientMemory, { B_g: x.gradientBytes, P, n_s: sharded(2) }),
    ),
    part(
      "optimizer",
      "optimizer state",
      alg.apply(book.optimizerMemory, {
        B_m: x.masterBytes,
        n_o: x.moments,
        B_o: x.momentBytes,
        P,
        n_s: sharded(1),
      }),
    ),
    part("activations", "activations", activationsOf(kept.value), tensors),
    collected(ctx, "logits", "embedding, logits and loss", vocabularyTensors(ctx, stage, inFlight)),
    collected(ctx, "buffers", "buffers", buffers(ctx, params, remade)),
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

/** Micro-batches whose activations a stage holds at its peak. */
function microBatchesInFlight<N>({ alg, x, scenario }: Context<N>, stage: StageLayout): N {
  const r = alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
  switch (scenario.plan.schedule) {
    case "gpipe":
      return alg.apply(pipeline.inFlightGpipe, { m: x.microBatches });
    case "interleaved_1f1b":
      return alg.apply(pipeline.inFlightInterleaved, { p: x.pp, r, v: x.vpp, m: x.microBatches });
    default:
      return alg.apply(pipeline.inFlight1f1b, { p: x.pp, r, m: x.microBatches });
  }
}

/** What the ends of the model keep: arXiv:2205.05198, section 4.3. */
function vocabularyTensors<N>(ctx: Context<N>, stage: StageLayout, inFlight: N): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const found: Part<N>[] = [];
  const shape = { s: x.seqLen, b: x.microBatch, h: x.dModel, t_s: x.seqSplit };
  if (stage.embedding && scenario.model.dropout) {
    const mask = alg.apply(book.dropoutMask, { B_k: x.maskBytes, ...shape });
    // Only the first chunk has an embedding, so interleaving adds nothing here.
    const gpipe = scenario.plan.schedule === "gpipe";
    const r = alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
    const n = gpipe ? inFlight : alg.apply(pipeline.inFlight1f1b, { p: x.pp, r, m: x.microBatches });
    const value = alg.apply(book.repeatedBytes, { n, Q: mask });
    found.push({ label: "dropout mask of the embedding", value });
  }
  if (stage.head) {
    const stream = alg.apply(book.residualTensor, { B_a: x.activationBytes, ...shape });
    found.push({ label: "input of the last norm", value: stream });
    found.push({ label: "input of the head", value: stream });
    const logits = { B_f: x.floatBytes, s: x.seqLen, b: x.microBatch, V: x.vocab, t: x.tp };
    found.push({ label: "logits in fp32", value: alg.apply(book.logitsTensor, logits) });
  }
  return found;
}

/** Working memory: what a layer's recomputation makes again, and the layers that ZeRO 3 gathers. */
function buffers<N>(
  { alg, x, scenario }: Context<N>,
  params: StageParams<N>,
  remade: readonly Part<N>[],
): readonly Part<N>[] {
  const found: Part<N>[] = [];
  if (remade.length > 0)
    found.push({
      label: "layer being recomputed",
      value: alg.sum("activations made again for one layer", "B", remade),
    });
  if (scenario.plan.zero === 3 && scenario.plan.dp > 1) {
    const two = alg.constant(
      "layers held gathered",
      2,
      "1",
      "the one in use and one prefetched: arXiv:2304.11277",
    );
    const value = alg.apply(book.gatheredWeights, { n: two, B_w: x.weightBytes, P_x: params.layer });
    found.push({ label: "gathered weights", value });
  }
  return found;
}
