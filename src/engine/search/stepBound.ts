import { context, type ModelContext } from "../context.ts";
import type { Field } from "../factor.ts";
import { layerKinds } from "../model/layerKinds.ts";
import { stageLayouts } from "../model/layout.ts";
import { numbers } from "../numbers.ts";
import type { Plan, Scenario } from "../scenario.ts";
import { pipelineCopies } from "../schedule.ts";
import { kindTimes } from "../step/kindTimes.ts";
import { type MicroBatchWork, makeMicroBatchWork, microBatchFactor } from "../step/microBatch.ts";
import { pacing } from "../step/pacing.ts";
import { stageTimes } from "../step/stageTimes.ts";
import { microBatchesOfStage } from "../step/stepTime.ts";
import type { Candidates, Point } from "./candidates.ts";
import { Remembered } from "./remembered.ts";

/** What a step cannot be shorter than, s. */
export interface StepBound {
  /** The choices, as bits, that `least` depends on. */
  readonly reads: number;
  /** All micro-batches through the layers and ends of the busiest stage: kernels, and collectives that are exposed. */
  least(point: Point): number;
  /** With the wait for the other stages: all but the replicas' collectives and the optimizer. */
  paced(point: Point): number;
}

/** A stage by what it holds: layers of each of the model's kinds, and the model's ends. */
interface Held {
  readonly layers: readonly number[];
  readonly embedding: boolean;
  readonly head: boolean;
}

/** Sums in another order round otherwise. */
const ROUNDING = 1 - 1e-9;

/** Read after the last micro-batch only: by collectives of the replicas, the optimizer and the run. */
const afterwards: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "zero", "dpShard", "reshardAfter", "gradientScatter", "prefetch"] as const),
  ...(["globalBatch", "optimizer", "shampoo", "tokens", "checkpoint", "serve"] as const),
]);

/** Bounds from the engine's own terms: each is worked out once for all plans that share it. */
export function stepBound(candidates: Candidates, base: Scenario): StepBound {
  const all: readonly Field[] = ["model", "cluster", ...(Object.keys(base.plan) as (keyof Plan)[])];
  const work = new Remembered<MicroBatchWork<number> | Nothing>(
    candidates,
    () => {
      const without = microBatchFactor.without(base.plan);
      const casts = candidates.reads("precision") !== 0;
      return all.filter(
        (field) => !without.has(field as keyof Plan) || (casts && field === "numMicroBatches"),
      );
    },
    (scenario) => {
      const ctx = contextOf(scenario);
      return ctx ? makeMicroBatchWork(ctx) : "nothing";
    },
  );
  const layout = new Remembered(candidates, () => layoutReads, heldByStages);
  const passes = new Remembered(
    candidates,
    () => ["numMicroBatches", "schedule"],
    ({ plan }) => plan.numMicroBatches / pipelineCopies(plan),
  );
  const paced = new Remembered(
    candidates,
    () => all.filter((field) => !afterwards.has(field)),
    (scenario, point) => {
      const each = work.at(point);
      return each === null || each === "nothing" ? 0 : pacedSeconds(scenario, each);
    },
  );
  return {
    get reads() {
      return work.reads | layout.reads | passes.reads;
    },
    least(point) {
      const stages = layout.at(point);
      const m = passes.at(point);
      if (stages === null || stages.length === 0 || m === null) return 0;
      const each = work.at(point);
      if (each === null || each === "nothing") return 0;
      let most = 0;
      for (const stage of stages) {
        let seconds = 0;
        if (stage.embedding) seconds += each.embedding.forward + each.embedding.backward;
        if (stage.head) seconds += each.head.forward + each.head.backward;
        stage.layers.forEach((n, i) => {
          const busy = each.layers[i]?.busy;
          if (busy) seconds += n * (busy.forward + busy.backward);
        });
        if (seconds > most) most = seconds;
      }
      return m * most * ROUNDING;
    },
    paced: (point) => (paced.at(point) ?? 0) * ROUNDING,
  };
}

/** Where the layers do not go onto the stages. */
type Nothing = "nothing";

const layoutReads: readonly Field[] = ["model", "pp", "vpp", "schedule", "ownSchedule", "split"];

/** What the stages hold, each kind of stage once; none where the layers do not go onto them. */
function heldByStages({ model, plan }: Scenario): readonly Held[] {
  const kinds = layerKinds(model);
  const found = new Map<string, Held>();
  for (const stage of stageLayouts(model, plan) ?? []) {
    const layers = kinds.map(({ name }) => stage.kinds.find(({ kind }) => kind === name)?.layers ?? 0);
    const { embedding, head } = stage;
    found.set(`${layers.join(" ")} ${embedding} ${head}`, { layers, embedding, head });
  }
  return [...found.values()];
}

function pacedSeconds(scenario: Scenario, each: MicroBatchWork<number>): number {
  const ctx = contextOf(scenario);
  if (!ctx) return 0;
  const m = microBatchesOfStage(ctx);
  const { slowest, bubble } = pacing(ctx, stageTimes(ctx, each, kindTimes(ctx, each)), m);
  return m * slowest.total + bubble;
}

export function contextOf(scenario: Scenario): ModelContext<number> | null {
  return context(numbers, scenario, stageLayouts(scenario.model, scenario.plan));
}
