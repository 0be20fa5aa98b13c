import type { Breakdown } from "../estimate/breakdown.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import type { Field } from "../scenario/field.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { placementOf } from "../schedules/traits.ts";
import { givenPart } from "../trainingStep/inputs/givenPart.ts";
import { hostActivations } from "../trainingStep/memory/hostActivations.ts";
import { microBatchesInFlight } from "../trainingStep/memory/inFlight.ts";
import { outsideAllocator } from "../trainingStep/memory/memoryReserved.ts";
import { savedActivations } from "../trainingStep/memory/savedActivations.ts";
import { stateOfStages } from "../trainingStep/memory/stateMemory.ts";
import type { ModelContext } from "../trainingStep/model/layerContext.ts";
import { type StageParams, stageParams } from "../trainingStep/model/stageParams.ts";
import { nodeDevices } from "../trainingStep/offload/nodeDevices.ts";
import type { MicroBatchWork } from "../trainingStep/step/microBatch.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { stepFields } from "./fieldsOf.ts";
import { memo } from "./memo.ts";
import { ROUNDING } from "./rounding.ts";
import type { Space } from "./space.ts";
import { unreadByState } from "./unreadByState.ts";

/** Memory demand of a candidate: a lower bound of the bytes needed on a device or a host, and its capacity, B. */
export interface Need {
  readonly bytes: number;
  readonly capacity: number;
}

/**
 * Lower bounds of a candidate's peak memory on the fullest pipeline stage, including memory outside the allocator, and of its
 * host memory.
 */
export interface MemoryBound {
  /**
   * Lower bound of the peak from the average weights per pipeline stage. Below ZeRO 2 it includes gradients and optimizer
   * state, which then do not depend on the order of passes.
   */
  state(point: Point): Need;
  /**
   * Larger of two lower bounds of the peak: `state`, and the training state plus activations in flight of a stage that may be
   * the fullest.
   */
  device(point: Point): Need;
  /** Bit mask of the settings that the bound of a device's memory depends on. */
  readonly reads: number;
  /** Lower bound of the host memory for activations that a node's devices offload. */
  host(point: Point): Need;
}

/**
 * Fields that saved activations do not depend on: the machine, place and sharding of state, collectives, how tokens and
 * sequences are exchanged, and the optimizer.
 */
const unreadByActivations: ReadonlySet<Field> = new Set<Field>([
  ...([
    "zero",
    "dpShard",
    "reshardAfter",
    "gradientScatter",
    "prefetch",
    "dp",
    "globalBatch",
    "overlap",
    "rankOrder",
  ] as const),
  ...(["optimizer", "shampoo", "sync", "compression", "stateOffload"] as const),
  ...(["cluster", "cpType", "cpHeads", "cpOrder", "dispatch", "documents"] as const),
]);

/**
 * Plan fields that the average state of the stages does not depend on, beside those of `unreadByState`: which stage holds which
 * layers, and when gradients are scattered.
 */
const unreadByAverage: ReadonlySet<Field> = new Set<Field>(["split", "vpp", "overlap", "gradientScatter"]);

/** Activations in flight on a stage, B: on its device, and in its host's memory. */
interface SavedBytes {
  readonly device: number;
  readonly host: number;
}

export function memoryBound(
  space: Space,
  base: Scenario,
  work: (point: Point) => MicroBatchWork<number> | null,
): MemoryBound {
  const all = stepFields(base);
  const ofState = (): readonly Field[] => all.filter((field) => !unreadByState.has(field));
  const states = memo(space, {
    name: "state of stages",
    fields: ofState,
    make: stagesState,
    // Gradients whose collectives overlap computation are not all unsharded at once.
    merged: { fields: ["overlap"], of: ({ overlap }) => `${overlap.dp}` },
  });
  const average = memo(space, {
    name: "state on average",
    fields: () => ofState().filter((field) => !unreadByAverage.has(field)),
    make: averageState,
    merged: {
      fields: ["zero", "pp", "schedule", "ownSchedule", "cp", "dp", "dpShard"],
      // The average does not depend on which stage holds which layers, except where one stage holds both embedding and head.
      // State is shared by all ranks that hold the same weights, context-parallel ranks included. Each of the two kinds of group
      // has a communicator.
      of(plan) {
        const { zero, pp, cp, dp, dpShard } = plan;
        const groups = [cp, dp].filter((degree) => degree > 1).length;
        return `${zero} ${pp} ${placementOf(plan).kind} ${cp * dp} ${cp * dpShard} ${groups}`;
      },
    },
  });
  const saved = memo<readonly SavedBytes[]>(space, {
    name: "saved activations",
    fields: () => all.filter((field) => !unreadByActivations.has(field)),
    make: (scenario, point) => {
      const each = work(point);
      return each === null ? [] : savedBytes(scenario, each);
    },
  });
  const capacities = memo(space, {
    name: "memory capacities",
    fields: () => ["cluster"],
    make: ({ cluster: { device, host } }) => ({
      device: device.usableBytes,
      host: host.memoryBytes ?? Number.POSITIVE_INFINITY,
    }),
  });
  const sharing = memo(space, {
    name: "devices of a node",
    fields: () => ["cluster", "tp", "cp", "pp", "dp"],
    make: devicesOfNode,
  });
  const capacity = (point: Point, of: keyof SavedBytes): number =>
    capacities.at(point)?.[of] ?? Number.POSITIVE_INFINITY;
  return {
    get reads() {
      return states.reads | average.reads | saved.reads | capacities.reads;
    },
    state: (point) => ({ bytes: average.at(point) ?? 0, capacity: capacity(point, "device") }),
    device(point) {
      const passes = saved.at(point);
      let bytes = average.at(point) ?? 0;
      states.at(point)?.forEach((state, i) => {
        bytes = Math.max(bytes, state + (passes?.[i]?.device ?? 0));
      });
      return { bytes, capacity: capacity(point, "device") };
    },
    host: (point) => ({
      bytes: (sharing.at(point) ?? 0) * Math.max(0, ...(saved.at(point) ?? []).map(({ host }) => host)),
      capacity: capacity(point, "host"),
    }),
  };
}

/**
 * Returns the pipeline stages that may have the highest peak memory: the first two and the last. The first has the most
 * micro-batches in flight, and the second may have more layers than the first. The last holds the head, and the most layers
 * where they do not divide evenly.
 */
const watched = ({ layouts }: ModelContext<number>): readonly StageLayout[] =>
  layouts.filter(({ stage }) => stage < 2 || stage === layouts.length - 1);

/**
 * Training state (weights, gradients, optimizer) and memory outside the allocator, B, on each stage that may be the fullest.
 */
function stagesState(scenario: Scenario): readonly number[] {
  const ctx = contextOf(scenario);
  if (!ctx) return [];
  return watched(ctx).map(stateOn(ctx, stageParams(ctx), () => true));
}

/**
 * Training state and memory outside the allocator, B, averaged over the pipeline stages. At ZeRO 2 and 3 only weights count as
 * state.
 */
function averageState(scenario: Scenario): number {
  const ctx = contextOf(scenario);
  if (!ctx) return 0;
  const whole = scenario.plan.zero < 2;
  const of = stateOn(ctx, stageParams(ctx), ({ name }) => whole || name === "memory.weights");
  const { layouts } = ctx;
  return (layouts.reduce((sum, stage) => sum + of(stage), 0) / layouts.length) * (1 - ROUNDING);
}

function stateOn(
  ctx: ModelContext<number>,
  { stages, experts, lora, trained }: StageParams<number>,
  counts: (part: Breakdown<number>) => boolean,
): (stage: StageLayout) => number {
  const of = stateOfStages(ctx, { lora, trained });
  const set = givenPart(ctx, "memory") ?? ((part) => part);
  const outside =
    ctx.scenario.plan.memory.reserved ?? outsideAllocator(ctx).reduce((sum, { value }) => sum + value, 0);
  return (stage) => {
    const { state } = of(stage, stages[stage.stage] ?? 0, experts[stage.stage] ?? null);
    return state.reduce((sum, part) => (counts(part) ? sum + set(part).value : sum), outside);
  };
}

function devicesOfNode(scenario: Scenario): number {
  const ctx = contextOf(scenario);
  return ctx ? nodeDevices(ctx) : 0;
}

function savedBytes(scenario: Scenario, { layers }: MicroBatchWork<number>): readonly SavedBytes[] {
  const ctx = contextOf(scenario);
  if (!ctx) return [];
  const activations = layers.map((layer) => layer.activations);
  const given = scenario.plan.memory.activations;
  return watched(ctx).map((stage) => {
    const inFlight = microBatchesInFlight(ctx, stage);
    const offloaded = hostActivations(ctx, stage, inFlight, activations);
    return {
      device: given ?? savedActivations(ctx, stage, inFlight, activations).value,
      host: offloaded.reduce((sum, { part }) => sum + part.value, 0),
    };
  });
}
