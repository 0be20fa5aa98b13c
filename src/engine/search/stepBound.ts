import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { hidesInLayers, type MicroBatchWork, microBatchFactor } from "../trainingStep/step/microBatch.ts";
import { busiestStage } from "./busiestStage.ts";
import type { Point } from "./candidates.ts";
import type { Known } from "./closer.ts";
import { stepFields } from "./fieldsOf.ts";
import { layerPlaces } from "./layerPlaces.ts";
import type { Nothing } from "./leastKernels.ts";
import { timesOf } from "./leastStep.ts";
import { leastWork } from "./leastWork.ts";
import { longestChain } from "./longestChain.ts";
import { type Memo, memo } from "./memo.ts";
import { microBatchMemos } from "./microBatchMemos.ts";
import { pacedBound, type StageWork, stageWork } from "./pacedBound.ts";
import { replicaBound } from "./replicaBound.ts";
import { ROUNDING } from "./rounding.ts";
import type { Space } from "./space.ts";

/** Lower bounds of a step's time, s. Each is at least the one before it, and slower to compute. */
export interface StepBound {
  /** Bit mask, for each bound, of the settings that the bound depends on. */
  readonly reads: Readonly<Record<Known, () => number>>;
  /** Seconds of kernels of all micro-batches through the layers of the busiest stage, without recomputation. */
  compute(point: Point): number;
  /** Bound `compute` plus tensor- and expert-parallel collectives that nothing overlaps. */
  exposed(point: Point): number;
  /** Bound `exposed` plus recomputation, and context-parallel sends that attention does not overlap. */
  layers(point: Point): number;
  /**
   * Bound `layers` plus embedding, head, and the least time that a stage waits for others (`leastStep`). For a plan that overlaps
   * collectives within layers, it includes a micro-batch's full work.
   */
  pipeline(point: Point): number;
  /**
   * Bound `pipeline` plus the replicas' collectives of gradients and weights and the optimizer update, independent of the
   * micro-batch: `replicaBound`.
   */
  dataParallel(point: Point): number;
  /** Bound `dataParallel` with the full work of a micro-batch, in which computation overlaps collectives. */
  microBatch(point: Point): number;
  /** The engine's own step time, with the smallest possible pipeline bubble: `pacedBound`. */
  allButBubble(point: Point): number;
  /** Work of one micro-batch: a layer of each kind, embedding and head. Null where the layers do not divide over the stages. */
  work(point: Point): MicroBatchWork<number> | null;
}

/**
 * Makes the lower bounds of a step's time from the engine's own formulas. Each part is memoised for all plans that share it.
 */
export function stepBound(space: Space, base: Scenario): StepBound {
  const all = stepFields(base);
  const worked = (): readonly Field[] => fieldsOfWork(space, base, all);
  const places = layerPlaces(space, base);
  // Communication that nothing overlaps, and parts of a single layer, do not depend on the schedule.
  const layers = leastWork(space, places, () => worked().filter((field) => field !== "schedule"));
  const { work, passTimes } = microBatchMemos(space, places, worked);
  const stages = stageWorkMemo(space, all, worked, work);
  const busiest = busiestStage(space);
  const chain = longestChain(space);
  const passes = (point: Point): number => {
    const each = passTimes.at(point);
    return each === null || each === "nothing" ? 0 : chain.seconds(point, () => each);
  };
  // Communication that computation partly overlaps depends on a plan's full work. A bound without it would be loose.
  const hides = (): boolean => space.candidates.reads("overlap") !== 0 || hidesInLayers(base.plan);
  const hidden = memo(space, {
    name: "hides collectives in layers",
    fields: () => ["overlap"],
    make: ({ plan }) => hidesInLayers(plan),
  });
  const pipeline = (point: Point): number => {
    if (hidden.at(point) === true) return passes(point);
    const ways = layers.ways(point);
    return ways === null ? 0 : chain.seconds(point, (kinds) => timesOf(ways, kinds));
  };
  const pipelineReads = (): number =>
    layers.wholeReads | chain.reads() | hidden.reads | (hides() ? passTimes.reads : 0);
  const dataParallel = replicaBound(space, all, base);
  const microBatch = (point: Point): number => dataParallel.at(point, passes(point)) * (1 - ROUNDING);
  return {
    work,
    reads: {
      compute: () => layers.kernels.reads | busiest.reads(),
      exposed: () => layers.reads | busiest.reads(),
      layers: () => layers.wholeReads | busiest.reads(),
      pipeline: pipelineReads,
      dataParallel: () => pipelineReads() | dataParallel.reads,
      microBatch: () => passTimes.reads | chain.reads() | dataParallel.reads,
      // Depends on all settings, so every candidate has its own value.
      allButBubble: () => ~0,
    },
    compute: (point) => busiest.seconds(point, layers.kernels.at(point)),
    exposed: (point) => busiest.seconds(point, layers.at(point)),
    layers: (point) => busiest.seconds(point, layers.whole(point)),
    pipeline,
    dataParallel: (point) => dataParallel.at(point, pipeline(point)) * (1 - ROUNDING),
    microBatch,
    allButBubble(point) {
      const scenario = space.candidates.at(point);
      const found = stages.at(point);
      if (found === null || found === "nothing" || "unmade" in scenario) return 0;
      return Math.max(microBatch(point), pacedBound(scenario, found, passes(point)) * (1 - ROUNDING));
    },
  };
}

/** Fields that the work of a micro-batch depends on. */
function fieldsOfWork({ candidates }: Space, base: Scenario, all: readonly Field[]): readonly Field[] {
  const without = microBatchFactor.without(base.plan);
  const also: Field[] = [];
  if (candidates.reads("precision") !== 0) also.push("numMicroBatches");
  if (candidates.reads("overlap") !== 0) also.push("schedule");
  return all.filter((field) => !without.has(field as keyof Plan) || also.includes(field));
}

/** Fields read only after a micro-batch's passes, by data-parallel collectives, the optimizer and memory, or by the order of passes. */
const afterPasses: ReadonlySet<Field> = new Set<Field>([
  ...(["zero", "dpShard", "reshardAfter", "gradientScatter", "prefetch"] as const),
  ...(["globalBatch", "optimizer", "shampoo", "sync", "compression", "memory", "microBatchGroup"] as const),
  ...(["stateOffload"] as const),
]);

/** Makes the memo of `StageWork`. The collectives and the optimizer update after a micro-batch's passes are not part of it. */
function stageWorkMemo(
  space: Space,
  all: readonly Field[],
  worked: () => readonly Field[],
  work: StepBound["work"],
): Memo<StageWork | Nothing> {
  return memo<StageWork | Nothing>(space, {
    name: "stage work",
    fields: () => {
      const ofLayers = worked();
      return all.filter((field) => !afterPasses.has(field) || ofLayers.includes(field));
    },
    make: (scenario, point) => {
      const each = work(point);
      return (each && stageWork(scenario, each)) ?? "nothing";
    },
    merged: {
      fields: ["overlap"],
      of: ({ overlap: { tp, ep, sharedExperts, pp } }) => `${tp} ${ep} ${sharedExperts} ${pp}`,
    },
  });
}
