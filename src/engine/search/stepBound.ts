import type { Field } from "../scenario/field.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { pipelineCopies, splitsBackward } from "../schedules/pieces.ts";
import { type Computes, computes } from "../trainingStep/compute/layerTime.ts";
import { countKinds, layerKinds } from "../trainingStep/model/layerKinds.ts";
import {
  hidesInLayers,
  type MicroBatchWork,
  microBatchFactor,
  microBatchWork,
} from "../trainingStep/step/microBatch.ts";
import type { Point } from "./candidates.ts";
import type { Known } from "./closer.ts";
import { contextOf } from "./contextOf.ts";
import { stepFields } from "./fieldsOf.ts";
import { layerPlaces } from "./layerPlaces.ts";
import { layoutReads, layoutsOf } from "./layoutsOf.ts";
import { type Nothing, ofLinks, type Summands } from "./leastKernels.ts";
import {
  inAll,
  leastStep,
  type PassVector,
  passTimes,
  timesOf,
  WAYS,
  waitsForThoseBefore,
} from "./leastStep.ts";
import { leastWork } from "./leastWork.ts";
import { memo } from "./memo.ts";
import { pacedBound, type StageWork, stageWork } from "./pacedBound.ts";
import { replicaBound } from "./replicaBound.ts";
import { ROUNDING } from "./rounding.ts";
import type { Space } from "./space.ts";

/** Lower bounds of a step's time, s. Each is at least the one before it, and slower to compute. */
export interface StepBound {
  /** Settings, as bits, that each bound depends on. */
  readonly reads: Readonly<Record<Known, number>>;
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

/** Layers of each kind on a stage, and layers on the first pieces of the stages before it. */
interface Held {
  readonly layers: readonly number[];
  readonly before: readonly number[];
}

/** Fields read only after a micro-batch's passes, by data-parallel collectives and the optimizer. */
const afterPasses: ReadonlySet<Field> = new Set<Field>([
  ...(["zero", "dpShard", "reshardAfter", "gradientScatter", "prefetch"] as const),
  ...(["globalBatch", "optimizer", "shampoo"] as const),
]);

/** Makes the bounds from the engine's own terms, each memoised for all plans that share it. */
export function stepBound(space: Space, base: Scenario): StepBound {
  const { candidates } = space;
  const all = stepFields(base);
  const worked = (): readonly Field[] => {
    const without = microBatchFactor.without(base.plan);
    const also: Field[] = [];
    if (candidates.reads("precision") !== 0) also.push("numMicroBatches");
    if (candidates.reads("overlap") !== 0) also.push("schedule");
    return all.filter((field) => !without.has(field as keyof Plan) || also.includes(field));
  };
  const places = layerPlaces(space, base);
  // Communication that nothing overlaps, and parts of a single layer, do not depend on the schedule.
  const leastLayers = leastWork(space, places, () => worked().filter((field) => field !== "schedule"));
  const kernels = memo<Computes<number> | Nothing>(space, {
    name: "kernels",
    fields: () => worked().filter((field) => !ofLinks.has(field)),
    make: (scenario) => {
      const ctx = contextOf(scenario);
      return ctx ? computes(ctx) : "nothing";
    },
  });
  const works = places.memo<MicroBatchWork<number> | Nothing>("layer", {
    name: "micro-batch work",
    fields: worked,
    make: (scenario, point) => {
      const ctx = contextOf(scenario);
      const own = kernels.at(point);
      return ctx && own && own !== "nothing" ? microBatchWork(ctx, own) : "nothing";
    },
    // A layer does not depend on the overlap of sends between stages or of gradients.
    merged: {
      fields: ["overlap", "schedule"],
      of: ({ overlap: { tp, ep, sharedExperts }, schedule }) =>
        `${tp} ${ep} ${sharedExperts} ${splitsBackward(schedule)}`,
    },
  });
  const work = (point: Point): MicroBatchWork<number> | null => {
    const found = works.at(point);
    return found === "nothing" ? null : found;
  };
  const times = places.memo<PassVector | Nothing>("layer", {
    name: "pass times",
    fields: worked,
    make: (_, point) => {
      const each = work(point);
      return each === null ? "nothing" : passTimes(each);
    },
  });
  const steps = memo(space, {
    name: "pass multiples of a step",
    fields: () => [...layoutReads, "recompute", "numMicroBatches", "microBatchGroup"],
    make: leastStep,
  });
  const layout = memo(space, { name: "layers on stages", fields: () => layoutReads, make: heldByStages });
  const microBatches = memo(space, {
    name: "micro-batches",
    fields: () => ["numMicroBatches", "schedule", "ownSchedule"],
    make: micros,
  });
  const waits = memo(space, {
    name: "waits for stages before",
    fields: () => ["schedule", "pp", "numMicroBatches", "microBatchGroup", "ownSchedule"],
    make: ({ plan }) => waitsForThoseBefore(plan),
  });
  const stages = memo<StageWork | Nothing>(space, {
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
  /** Seconds of all micro-batches through the busiest stage's layers, and of the first one through the stages before it. */
  const through = (point: Point, seconds: Summands | null): number => {
    const m = microBatches.at(point);
    const held = layout.at(point);
    if (m === null || seconds === null || held === null) return 0;
    const waiting = waits.at(point) === true;
    let most = 0;
    for (const { layers, before } of held) {
      const own = m * over(layers, seconds) + (waiting ? over(before, seconds) : 0);
      if (own > most) most = own;
    }
    return most * (1 - ROUNDING);
  };
  const pipelineReads = (): number => microBatches.reads | layout.reads | waits.reads;
  /** Longest chain of passes that a stage runs or waits for, s. */
  const longest = (point: Point, of: (kinds: number) => PassVector): number => {
    let most = 0;
    let times: PassVector | null = null;
    for (const multiples of steps.at(point) ?? []) {
      times ??= of(multiples.length / WAYS);
      most = Math.max(most, inAll(times, multiples));
    }
    return most * (1 - ROUNDING);
  };
  const passes = (point: Point): number => {
    const each = times.at(point);
    return each === null || each === "nothing" ? 0 : longest(point, () => each);
  };
  // Communication that computation partly overlaps depends on a plan's full work. A bound without it would be loose.
  const hides = (): boolean => candidates.reads("overlap") !== 0 || hidesInLayers(base.plan);
  const hidden = memo(space, {
    name: "hides collectives in layers",
    fields: () => ["overlap"],
    make: ({ plan }) => hidesInLayers(plan),
  });
  const pipeline = (point: Point): number => {
    if (hidden.at(point) === true) return passes(point);
    const ways = leastLayers.ways(point);
    return ways === null ? 0 : longest(point, (kinds) => timesOf(ways, kinds));
  };
  const waitReads = (): number =>
    leastLayers.wholeReads | steps.reads | hidden.reads | (hides() ? times.reads : 0);
  const dataParallel = replicaBound(space, all, base);
  const microBatch = (point: Point): number => dataParallel.at(point, passes(point)) * (1 - ROUNDING);
  return {
    work,
    reads: {
      get compute() {
        return leastLayers.kernels.reads | pipelineReads();
      },
      get exposed() {
        return leastLayers.reads | pipelineReads();
      },
      get layers() {
        return leastLayers.wholeReads | pipelineReads();
      },
      get pipeline() {
        return waitReads();
      },
      get dataParallel() {
        return waitReads() | dataParallel.reads;
      },
      get microBatch() {
        return times.reads | steps.reads | dataParallel.reads;
      },
      /** Depends on all settings, so every candidate has its own value. */
      allButBubble: ~0,
    },
    compute: (point) => through(point, leastLayers.kernels.at(point)),
    exposed: (point) => through(point, leastLayers.at(point)),
    layers: (point) => through(point, leastLayers.whole(point)),
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

function over(layers: readonly number[], seconds: Summands): number {
  let sum = 0;
  for (let part = 0; part < seconds.length; part++) {
    const each = seconds[part] as readonly number[];
    for (let i = 0; i < layers.length; i++) sum += (layers[i] as number) * (each[i] as number);
  }
  return sum;
}

const micros = ({ plan }: Scenario): number => plan.numMicroBatches / pipelineCopies(plan);

/** Distinct contents of stages; empty where the layers do not divide over the stages. */
function heldByStages(scenario: Scenario): readonly Held[] {
  const { model } = scenario;
  const kinds = layerKinds(model);
  const found = new Map<string, Held>();
  const before = kinds.map(() => 0);
  for (const stage of layoutsOf(scenario) ?? []) {
    const own = countKinds(model, stage.spans);
    const layers = kinds.map(({ name }) => own.find(({ kind }) => kind === name)?.layers ?? 0);
    found.set(layers.join(" "), { layers, before: [...before] });
    for (const { kind, layers: n } of countKinds(model, stage.spans.slice(0, 1))) {
      const at = kinds.findIndex(({ name }) => name === kind);
      before[at] = (before[at] ?? 0) + n;
    }
  }
  return [...found.values()];
}
