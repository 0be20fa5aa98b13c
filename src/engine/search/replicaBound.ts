import type { Group } from "../communication/fabric/groups.ts";
import {
  dataParallelSends,
  expertReplicaSends,
  type Replicated,
} from "../communication/parallel/dataParallel.ts";
import { modulesOf } from "../communication/parallel/gatheredAgain.ts";
import { replicaComm } from "../communication/parallel/replicaComm.ts";
import type { Field } from "../factor.ts";
import type { ModelContext } from "../layerContext.ts";
import { layersOf } from "../model/layersOfKind.ts";
import { stageParams } from "../model/stageParams.ts";
import type { Scenario } from "../scenario.ts";
import { traitsOf } from "../schedules/traits.ts";
import { type LargestStage, largestStage } from "../step/largestStage.ts";
import { microBatchesOfUpdate } from "../step/stepCollectives.ts";
import { microBatchesOfStage } from "../step/stepTime.ts";
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
  /** What the busiest links carry, one after the other: what that hides behind is part of the step. */
  readonly links: number;
}
const NONE: Exposed = { always: 0, links: 0 };

/** All that is read of how micro-batches pass: how often weights are gathered and gradients scattered, and between which ranks. */
const often: ReadonlySet<Field> = new Set<Field>([
  ...(["microBatchGroup", "reshardAfter", "prefetch", "rankOrder"] as const),
]);

/**
 * A step is no shorter than its passes and what nothing hides; nor than what any links carry, since what hides that, passes and
 * waits, is part of the step too, and hides no two collectives over the same links at once (`beside`). Where gradients are
 * scattered and weights gathered again and again (ZeRO 2 and 3) the second is far more than the first. Worked out without
 * a micro-batch: many plans share it.
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
      const { always, links } = exposed.at(point) ?? NONE;
      return Math.max(passes + always, links);
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
    links: Math.min(...stages.map(({ links }) => links)),
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
  const m = microBatchesOfUpdate(ctx, microBatchesOfStage(ctx));
  const passes = { forward: HIDES_ALL, backward: HIDES_ALL, idle: HIDES_ALL, layers, m };
  const held = (params: number | null, gathered: number): Replicated<number> => ({
    ...{ params, gathered, again: null, modules: modulesOf(ctx), compressed: null },
  });
  const shards = ctx.kinds.find((kind) => kind.experts)?.experts?.shards ?? 1;
  const sent = replicaComm(ctx, passes, [
    ...dataParallelSends(ctx, passes, held(dense, gathered.dense)),
    ...(gathered.experts === null
      ? []
      : expertReplicaSends(ctx, passes, held(experts, gathered.experts), shards)),
  ]);
  const onLinks = (tier: Group["tier"]): number =>
    sum(sent.filter(({ group }) => group.tier === tier || group.tier === "both").map(({ total }) => total));
  return {
    always: sum(sent.map(({ total, exposed }) => unhidden(ctx, total, exposed))),
    links: Math.max(onLinks("scale_up"), onLinks("scale_out")),
  };
}

const sum = (seconds: readonly number[]): number => seconds.reduce((all, one) => all + one, 0);

/** What is exposed beside any computation, but for its slowing that down: where it hides less, it slows less. */
const unhidden = ({ x }: ModelContext<number>, total: number, exposed: number): number =>
  Math.max(0, exposed - (x.contention - 1) * total);
