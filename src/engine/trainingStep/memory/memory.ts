import type { Part } from "../../core/algebra.ts";
import { isPositive } from "../../core/isPositive.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { MemoryEstimate } from "../../estimate/estimate.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/memory/memory.ts";
import * as pipeline from "../../formulas/step/pipeline.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { Context } from "../inputs/context.ts";
import { givenPart } from "../inputs/givenPart.ts";
import { largest } from "../inputs/largest.ts";
import type { ModelContext } from "../model/layerContext.ts";
import type { StageParams } from "../model/stageParams.ts";
import { beyondDevices, type Offloaded } from "../offload/beyond.ts";
import type { LayerActivations } from "./activations.ts";
import { heldGathered } from "./gatheredWeights.ts";
import { hostActivations } from "./hostActivations.ts";
import { microBatchesInFlight } from "./inFlight.ts";
import { collectedPart, memoryPart } from "./memoryPart.ts";
import { type LayerMemory, layerMemory, passMemory } from "./memoryPasses.ts";
import { reservedMemory } from "./memoryReserved.ts";
import { savedActivations } from "./savedActivations.ts";
import { stateOfStages } from "./stateMemory.ts";

/**
 * Memory of a device of each stage at the stage's peak, B. Two instants compete: the end of the pipeline's
 * warm-up, and the optimizer's step, where a framework makes copies for it. At the end of warm-up most
 * micro-batches are in flight and the first backward begins. Gradient buffers are allocated by then, as they
 * accumulate over micro-batches.
 */
export function memoryEstimate<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  layers: readonly LayerActivations<N>[],
): MemoryEstimate<N> {
  const { alg, x } = ctx;
  const held: Held<N> = { state: stateOfStages(ctx, params), layers: layerMemory(ctx, params, layers) };
  const found = ctx.layouts.map((stage) => stageMemory(ctx, params, stage, layers, held));
  const stages = found.map(({ device }) => device);
  const beyond = beyondDevices(
    ctx,
    found.map((one) => one.beyond),
  );
  const peakStage = stages.reduce(
    (fullest, stage, i) => (alg.less(stages[fullest]?.value ?? stage.value, stage.value) ? i : fullest),
    0,
  );
  const fullest = stages[peakStage];
  const part = (name: string): N =>
    fullest?.parts.find((p) => p.name === `memory.${name}`)?.value ?? alg.sum(name, "B", []);
  const peak = alg.max(
    "peak memory of a device of the fullest stage",
    "B",
    stages.map((stage, i) => ({ label: `memory of a device of stage ${i}`, value: stage.value })),
  );
  return {
    peak,
    peakStage,
    needed: alg.max(
      "memory that cannot be freed, on the stage with the most of it",
      "B",
      found.map(({ device, needed }) => ({
        label: `${device.label}: memory that cannot be freed`,
        value: needed,
      })),
    ),
    capacity: x.memory,
    stored: beyond.every(({ held, capacity }) => capacity === null || alg.atMost(held.value, capacity)),
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
      "saved activations of one layer",
      layers
        .filter((_, i) => holds(ctx.layouts, ctx.kinds[i]?.kind))
        .map(({ saved }) => ({ label: saved.label, value: saved.value })),
    ),
    beyond,
  };
}

/**
 * True where any stage has layers of the named kind. A plan that recomputes some layers may leave none of a
 * kind.
 */
const holds = (layouts: readonly StageLayout[], name: string | undefined): boolean =>
  layouts.some(({ kinds }) => kinds.some(({ kind }) => kind === name));

function stageMemory<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  stage: StageLayout,
  activations: readonly LayerActivations<N>[],
  held: Held<N>,
): StageMemory<N> {
  const { alg } = ctx;
  const P = params.stages[stage.stage] ?? alg.sum("parameters on a device", "param", []);
  const inFlight = microBatchesInFlight(ctx, stage);
  const experts = params.experts[stage.stage] ?? null;
  const { state, step, beyond } = held.state(stage, P, experts, params.byDegree[stage.stage]);
  const saved = savedActivations(ctx, stage, inFlight, activations);
  const { logits: ends, buffers: working } = passMemory(ctx, stage, inFlight, held.layers(stage));
  const during = [...working, ...heldGathered(ctx, params, stage)];
  const logits = collectedPart(ctx, "logits", "embedding, logits and loss", ends);
  const passes = alg.sum("activations, logits and buffers of the passes", "B", [
    ...[saved, logits].map(inFull),
    ...during,
  ]);
  const excess = alg.apply(book.stepExcess, { Q_s: step, Q: passes });
  const copies = { label: "temporary copies of the optimizer step", value: excess };
  const live = isPositive(alg, excess) ? [...during, copies] : during;
  const buffers = collectedPart(ctx, "buffers", "buffers", [...live, ...stashedWeights(ctx, P, inFlight)]);
  const { outside, cached } = reservedMemory(ctx, stage, { passes, step });
  const estimated = [...state, saved, logits, buffers, reservedPart(ctx, outside, cached)];
  const given = givenPart(ctx, "memory");
  const kinds = given === null ? estimated : estimated.map(given);
  const value = alg.sum(`memory of a device of stage ${stage.stage}`, "B", kinds.map(inFull));
  return {
    device: { name: "memory", label: `stage ${stage.stage}`, unit: "B", value, parts: kinds },
    // Reserved bytes that the plan sets have no cache that could be freed.
    needed:
      "reserved" in ctx.scenario.plan.memory ? value : alg.apply(book.neededBytes, { Q: value, Q_c: cached }),
    beyond: [...beyond, ...hostActivations(ctx, stage, inFlight, activations)],
  };
}

/** Names of the kinds of memory in a derivation, where a line is read alone. Figures have the short labels. */
const IN_FULL: Readonly<Record<string, string>> = {
  "memory.weights": "memory of weights",
  "memory.gradients": "memory of gradients",
  "memory.optimizer": "memory of optimizer state",
  "memory.activations": "saved activations of all micro-batches in flight",
  "memory.logits": "memory of embedding, logits and loss",
  "memory.buffers": "memory of temporary buffers",
  "memory.reserved": "memory outside the framework's tensors",
};

const inFull = <N>({ name, label, value }: Breakdown<N>): Part<N> => ({
  label: IN_FULL[name] ?? label,
  value,
});

/** Memory of a stage: on the device, and beyond it in hosts or drives. */
interface StageMemory<N> {
  readonly device: Breakdown<N>;
  /** Memory without the allocator's cache, B. */
  readonly needed: N;
  readonly beyond: readonly Offloaded<N>[];
}

/** Weight versions that PipeDream keeps for micro-batches in flight that began before later updates. */
function stashedWeights<N>({ alg, x, scenario }: Context<N>, P: N, n: N): readonly Part<N>[] {
  if (traitsOf(scenario.plan.schedule).drains) return [];
  const value = alg.apply(pipeline.stashedWeights, { B_w: x.weightBytes, P, n });
  return [{ label: "weight versions of earlier updates (PipeDream)", value }];
}

/** Memoised parts of memory that several stages have in common. */
interface Held<N> {
  readonly state: ReturnType<typeof stateOfStages<N>>;
  readonly layers: (stage: StageLayout) => LayerMemory<N>;
}

function reservedPart<N>(ctx: ModelContext<N>, outside: readonly Part<N>[], cached: N): Breakdown<N> {
  const parts = [
    {
      ...collectedPart(ctx, "reserved", "memory outside the allocator", outside),
      name: "memory.reserved.outside",
    },
    memoryPart("reserved.cached", "allocator cache and fragmentation", cached),
  ];
  return memoryPart("reserved", "reserved", ctx.alg.sum("reserved", "B", parts), parts);
}
