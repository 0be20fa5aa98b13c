import { dataParallelComm, expertReplicaComm, type StageWork } from "../communication/dataParallel.ts";
import { islandReplicas } from "../communication/groups.ts";
import type { Field } from "../factor.ts";
import type { ModelContext } from "../layerContext.ts";
import { layersOf } from "../model/layersOfKind.ts";
import { stageParams } from "../model/stageParams.ts";
import type { Scenario } from "../scenario.ts";
import { pipelineCopies } from "../schedule.ts";
import { traitsOf } from "../schedules/traits.ts";
import { type LargestStage, largestStage } from "../step/largestStage.ts";
import type { Point } from "./candidates.ts";
import { contextOf } from "./contextOf.ts";
import { passing } from "./passing.ts";
import { Remembered } from "./remembered.ts";
import type { Space } from "./space.ts";

/** What the collectives of the replicas make of a step whose passes take `passes` s at least, s. */
export interface ReplicaBound {
  /** The settings, as bits, that `at` depends on. */
  readonly reads: number;
  at(point: Point, passes: number): number;
}

/** Of the collectives of the replicas in a step, s. */
interface Exposed {
  /** What no computation hides. */
  readonly always: number;
  /** The longest but for that: what it hides behind is part of the step. */
  readonly behind: number;
}
const NONE: Exposed = { always: 0, behind: 0 };

/** All that is read of how micro-batches pass: how often weights are gathered and gradients scattered, and between which ranks. */
const often: ReadonlySet<Field> = new Set<Field>([
  ...(["microBatchGroup", "reshardAfter", "prefetch", "rankOrder"] as const),
]);

/**
 * A step is no shorter than its passes and what nothing hides; nor than any one collective, since what hides it, passes and waits,
 * is part of the step too. Where gradients are scattered and weights gathered again and again (ZeRO 2 and 3) the second is
 * far more than the first. Worked out without a micro-batch: many plans share it.
 */
export function replicaBound(space: Space, all: readonly Field[]): ReplicaBound {
  const exposed = new Remembered(
    space,
    () => all.filter((field) => !passing.has(field) || often.has(field)),
    exposedOf,
    {
      fields: ["zero", "numMicroBatches", "schedule", "overlap"],
      of: ({ zero, numMicroBatches, schedule, overlap }) =>
        `${zero} ${zero >= 2 || !traitsOf(schedule).drains ? numMicroBatches : ""} ${schedule} ${overlap.dp}`,
    },
  );
  return {
    get reads() {
      return exposed.reads;
    },
    at(point, passes) {
      const { always, behind } = exposed.at(point) ?? NONE;
      return always + Math.max(passes, behind);
    },
  };
}

function exposedOf(scenario: Scenario): Exposed {
  const ctx = contextOf(scenario);
  // Compressed gradients are fewer bytes.
  if (!ctx || scenario.plan.compression !== null) return NONE;
  const largest = largestStage(ctx, stageParams(ctx));
  const layers = new Set(ctx.layouts.map((layout) => layersOf(ctx, layout)));
  // What a stage of ends alone sends is none of its layers'.
  const stages = [...layers].map((n) => (n > 0 ? exposedOn(ctx, largest, n) : NONE));
  // Which of the stages sets the step is not known here.
  return {
    always: Math.min(...stages.map(({ always }) => always)),
    behind: Math.min(...stages.map(({ behind }) => behind)),
  };
}

/** Longer than any collective takes. */
const HIDES_ALL = 1e12;

/** On a stage of so many layers. */
function exposedOn(
  ctx: ModelContext<number>,
  { dense, experts, gathered }: LargestStage<number>,
  layers: number,
): Exposed {
  const { plan } = ctx.scenario;
  const work = (
    params: StageWork<number>["params"],
    gathered: StageWork<number>["gathered"],
  ): StageWork<number> => ({
    ...{ forward: HIDES_ALL, backward: HIDES_ALL, idle: HIDES_ALL, layers, params, gathered },
    ...{ again: null, modules: null, compressed: null },
  });
  const shards = ctx.kinds.find((kind) => kind.experts)?.experts?.shards ?? 1;
  const groups = [
    dataParallelComm(ctx, work(dense, gathered.dense)),
    gathered.experts === null ? [] : expertReplicaComm(ctx, work(experts, gathered.experts), shards),
  ].map((list) => list.map(({ total, exposed }) => ({ total, always: unhidden(ctx, total, exposed) })));
  const always = groups.flat().reduce((sum, one) => sum + one.always, 0);
  // These share the passes among them; any others may hide behind the same ones.
  const shared =
    plan.reshardAfter === "forward" &&
    plan.gradientScatter === "micro_batch" &&
    plan.dpShard === islandReplicas(plan);
  const hidden = groups.flatMap((list) => {
    const rest = list.map((one) => one.total - one.always);
    return plan.zero === 3 && shared ? [rest.reduce((sum, one) => sum + one, 0)] : rest;
  });
  // Of two copies of a pipeline each takes half of the micro-batches: what hides is counted for all.
  return { always, behind: Math.max(0, ...hidden) / pipelineCopies(plan) };
}

/** What is exposed beside any computation, but for its slowing that down: where it hides less, it slows less. */
const unhidden = ({ x }: ModelContext<number>, total: number, exposed: number): number =>
  Math.max(0, exposed - (x.contention - 1) * total);
