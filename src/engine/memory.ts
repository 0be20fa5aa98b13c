import type { LayerActivations } from "./activations.ts";
import type { Part } from "./algebra.ts";
import type { Context, ModelContext } from "./context.ts";
import type { Breakdown, MemoryEstimate, StageLayout } from "./estimate.ts";
import * as book from "./formulas/memory.ts";
import * as pipeline from "./formulas/pipeline.ts";
import { microBatchesInFlight } from "./inFlight.ts";
import { keptGathered, type LayerMemory, largest, layerMemory, passMemory } from "./memoryPasses.ts";
import { reservedMemory } from "./memoryReserved.ts";
import { layersOnDevice } from "./offload.ts";
import { matrixState } from "./optimizerState.ts";
import { traitsOf } from "./schedules/traits.ts";
import { overKinds, type StageParams } from "./stageParams.ts";

/**
 * Bytes a device of each stage holds at that stage's peak. Two instants compete: the end of the pipeline's warm-up, when as
 * many micro-batches are in flight as ever will be and the first backward begins (gradient buffers are allocated by then, for
 * they accumulate over micro-batches); and the optimizer's step, where a framework makes copies for it.
 */
export function memoryEstimate<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  layers: readonly LayerActivations<N>[],
): MemoryEstimate<N> {
  const { alg, x, scenario } = ctx;
  const held: Held<N> = { state: stateOfStages(ctx), layers: layerMemory(ctx, params, layers) };
  const stages = ctx.layouts.map((stage) => stageMemory(ctx, params, stage, layers, held));
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
  held: Held<N>,
): Breakdown<N> {
  const { alg } = ctx;
  const P = params.stages[stage.stage] ?? alg.sum("parameters on a device", "param", []);
  const inFlight = microBatchesInFlight(ctx, stage);
  const experts = params.experts[stage.stage] ?? null;
  const { state, step } = held.state(stage, P, experts);
  const kept = keptActivations(ctx, stage, inFlight, activations);
  const { logits: ends, buffers: working } = passMemory(ctx, stage, inFlight, held.layers(stage));
  const during = [...working, ...keptGathered(ctx, P, experts)];
  const logits = collected(ctx, "logits", "embedding, logits and loss", ends);
  const passes = alg.sum("activations, logits and buffers of the passes", "B", [kept, logits, ...during]);
  const excess = alg.apply(book.stepExcess, { Q_s: step, Q: passes });
  const copies = { label: "copies of the optimizer's step", value: excess };
  const live = alg.value(excess) > 0 ? [...during, copies] : during;
  const buffers = collected(ctx, "buffers", "buffers", [...live, ...stashedWeights(ctx, P, inFlight)]);
  const tensors = [...state, kept, logits, buffers];
  const rest = alg.sum("tensors of the framework", "B", tensors);
  const { outside, cached } = reservedMemory(ctx, stage, { passes, step, rest });
  const kinds = [...tensors, reservedPart(ctx, outside, cached)];
  const value = alg.sum(`memory of stage ${stage.stage}`, "B", kinds);
  return { name: "memory", label: `stage ${stage.stage}`, unit: "B", value, parts: kinds };
}

/** Weights that PipeDream keeps for the micro-batches in flight, which began with earlier ones. */
function stashedWeights<N>({ alg, x, scenario }: Context<N>, P: N, n: N): readonly Part<N>[] {
  if (traitsOf(scenario.plan.schedule).drains) return [];
  const value = alg.apply(pipeline.stashedWeights, { B_w: x.weightBytes, P, n });
  return [{ label: "weights of earlier updates", value }];
}

/** What stages have in common. */
interface Held<N> {
  readonly state: (stage: StageLayout, dense: N, experts: N | null) => StateMemory<N>;
  readonly layers: (stage: StageLayout) => LayerMemory<N>;
}

interface StateMemory<N> extends Owned<N> {
  readonly state: readonly Breakdown<N>[];
  /** What only the optimizer's step needs. */
  readonly step: N;
}

/** Of stages with as many parameters, made once. */
function stateOfStages<N>(ctx: ModelContext<N>): Held<N>["state"] {
  const known: StateMemory<N>[] = [];
  return (stage, dense, experts) => {
    const same = known.find((one) => one.dense === dense && one.experts === experts);
    if (same) return same;
    const owned = { dense, experts };
    const found = { dense, experts, state: stateMemory(ctx, stage, owned), step: stepMemory(ctx, owned) };
    known.push(found);
    return found;
  };
}

/** Weights, gradients and optimizer state: they live through the whole step. */
function stateMemory<N>(ctx: ModelContext<N>, stage: StageLayout, owned: Owned<N>): readonly Breakdown<N>[] {
  const { alg, x, scenario } = ctx;
  const { zero, dp, cp, precision, framework } = scenario.plan;
  const scattered = zero >= 2 && scenario.plan.gradientScatter === "micro_batch";
  const gradients: Part<N>[] = [];
  const copies = (label: string, B_x: N): void => {
    gradients.push({
      label,
      value: overOwned(ctx, label, owned, scattered, (P, n_s) =>
        alg.apply(book.stateCopies, { B_x, P, n_s }),
      ),
    });
  };
  if (
    framework.halfGradients &&
    precision.compute !== "fp16" &&
    precision.gradientBytes > precision.weightBytes
  )
    copies("16-bit gradients of backward", x.weightBytes);
  if (framework.bucketCopies > 0 && zero === 0 && dp * cp > 1) copies("buckets to reduce", x.bucketCopies);
  if (framework.flatBytes > 0 && zero > 0) copies("flat copies", x.flatBytes);
  const kept = stateOf(ctx, "gradients", "gradients", owned, scattered, (P, n_s) =>
    alg.apply(book.gradientMemory, { B_g: x.gradientBytes, P, n_s }),
  );
  return [
    stateOf(ctx, "weights", "weights", owned, zero >= 3, (P, n_s) =>
      alg.apply(book.weightMemory, { B_w: x.weightBytes, P, n_s }),
    ),
    gradients.length === 0
      ? kept
      : part(ctx, "gradients", "gradients", alg.sum("gradients", "B", [kept, ...gradients]), [
          kept,
          ...gradients.map(({ label, value }) => part(ctx, "gradients", label, value)),
        ]),
    optimizerMemory(ctx, stage, owned),
  ];
}

/** Ways that the state of routed experts is sharded. */
const expertShards = <N>({ kinds, x }: ModelContext<N>): N =>
  kinds.find((kind) => kind.experts)?.experts?.shards ?? x.one;

/** Master copy and moments; and what the optimizer keeps by matrix. */
function optimizerMemory<N>(ctx: ModelContext<N>, stage: StageLayout, owned: Owned<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const sharded = scenario.plan.zero >= 1;
  const label = "optimizer state";
  const kept = stateOf(ctx, "optimizer", label, owned, sharded, (P, n_s) =>
    alg.apply(book.optimizerMemory, { B_m: x.masterBytes, n_o: x.moments, B_o: x.momentBytes, P, n_s }),
  );
  const extra = matrixState(ctx, stage, owned.dense, {
    dense: sharded ? x.shards : x.one,
    experts: sharded ? expertShards(ctx) : x.one,
  });
  if (extra === null) return kept;
  const parts = [{ ...kept, label: "weights and moments" }, part(ctx, "optimizer", "state by matrix", extra)];
  return part(ctx, "optimizer", label, alg.sum(label, "B", parts), parts);
}

/** Parameters of a stage's device. The routed experts are sharded over fewer devices than the rest. */
interface Owned<N> {
  readonly dense: N;
  readonly experts: N | null;
}

function stateOf<N>(
  ctx: ModelContext<N>,
  name: string,
  label: string,
  { dense, experts }: Owned<N>,
  sharded: boolean,
  of: (P: N, n_s: N) => N,
): Breakdown<N> {
  const { alg, x } = ctx;
  const shared = of(dense, sharded ? x.shards : x.one);
  if (experts === null) return part(ctx, name, label, shared);
  const shards = expertShards(ctx);
  const parts = [
    part(ctx, name, "all but routed experts", shared),
    part(ctx, name, "routed experts", of(experts, sharded ? shards : x.one)),
  ];
  return part(ctx, name, label, alg.sum(label, "B", parts), parts);
}

const overOwned = <N>(
  ctx: ModelContext<N>,
  label: string,
  owned: Owned<N>,
  sharded: boolean,
  of: (P: N, n_s: N) => N,
): N => stateOf(ctx, "gradients", label, owned, sharded, of).value;

/** What lives only while the optimizer steps: copies of 16-bit gradients. */
function stepMemory<N>(ctx: ModelContext<N>, owned: Owned<N>): N {
  const { alg, x, scenario } = ctx;
  const { zero, precision, framework } = scenario.plan;
  if (framework.stepBytes === 0 || precision.gradientBytes >= precision.masterBytes)
    return alg.sum("copies of the optimizer's step", "B", []);
  const label = "copies of the optimizer's step";
  return overOwned(ctx, label, owned, zero >= 1, (P, n_s) =>
    alg.apply(book.stateCopies, { B_x: x.stepBytes, P, n_s }),
  );
}

function keptActivations<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  inFlight: N,
  activations: readonly LayerActivations<N>[],
): Breakdown<N> {
  const { alg } = ctx;
  const held = overKinds(ctx, stage, activations).map(({ label, n, value: { kept } }) => {
    const L_r = layersOnDevice(ctx, stage, n);
    const activationsOf = (value: N): N =>
      alg.apply(book.stageActivations, { L_r, m_r: inFlight, Q_l: value });
    // Listed one by one: there are some dozen on every stage, and spreading is many times slower.
    const parts = kept.parts.map(({ name, label, unit, value, parts }) => ({
      name,
      label,
      unit,
      value: activationsOf(value),
      parts,
    }));
    return { name: "memory.activations", label, unit: "B", value: activationsOf(kept.value), parts };
  });
  const [only] = held;
  return only && held.length === 1
    ? part(ctx, "activations", "activations", only.value, only.parts)
    : part(ctx, "activations", "activations", alg.sum("activations of a stage", "B", held), held);
}

function reservedPart<N>(ctx: ModelContext<N>, outside: readonly Part<N>[], cached: N): Breakdown<N> {
  const parts = [
    {
      ...collected(ctx, "reserved", "outside the allocator", outside),
      name: "memory.reserved.outside",
    },
    part(ctx, "reserved.cached", "held by the allocator", cached),
  ];
  return part(ctx, "reserved", "reserved", ctx.alg.sum("reserved", "B", parts), parts);
}

function part<N>(
  _: Context<N>,
  name: string,
  label: string,
  value: N,
  parts: readonly Breakdown<N>[] = [],
): Breakdown<N> {
  return { name: `memory.${name}`, label, unit: "B", value, parts };
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
