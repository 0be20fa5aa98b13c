import type { Scenario } from "../scenario/scenario.ts";
import { pipelineCopies } from "../schedules/pieces.ts";
import { plannedKinds } from "../trainingStep/model/plannedKinds.ts";
import type { MicroBatchWork } from "../trainingStep/step/microBatch.ts";
import type { Point } from "./candidates.ts";
import { layoutReads, layoutsOf } from "./layoutsOf.ts";
import { seconds } from "./leastKernels.ts";
import { memo } from "./memo.ts";
import { ROUNDING } from "./rounding.ts";
import type { Space } from "./space.ts";

/** Contents of a pipeline stage: the number of layers of each planned kind, and whether it holds the embedding and the head. */
interface Held {
  readonly layers: readonly number[];
  readonly embedding: boolean;
  readonly head: boolean;
}

/**
 * Lower bound of the kernel seconds in a step: the least over all stages, since the stage that sets the step is unknown. The
 * optimizer update is not included.
 */
export function stageKernels(
  space: Space,
  work: (point: Point) => MicroBatchWork<number> | null,
): (point: Point) => number {
  const layout = memo(space, {
    name: "planned layers on stages",
    fields: () => [...layoutReads, "recompute"],
    make: heldByStages,
  });
  const passes = memo(space, {
    name: "passes of a stage",
    fields: () => ["numMicroBatches", "schedule"],
    make: ({ plan }) => plan.numMicroBatches / pipelineCopies(plan),
  });
  return (point) => {
    const each = work(point)?.work;
    const held = layout.at(point) ?? [];
    if (!each || held.length === 0) return 0;
    const own = ({ layers, embedding, head }: Held): number =>
      layers.reduce((sum, n, i) => sum + n * seconds(each.layers[i] ?? null), 0) +
      (embedding ? each.embedding.kinds.vocabulary : 0) +
      (head ? each.head.kinds.vocabulary : 0);
    return (passes.at(point) ?? 0) * Math.min(...held.map(own)) * (1 - ROUNDING);
  };
}

/** Returns the distinct contents of a plan's pipeline stages; empty where the layers do not divide over the stages. */
function heldByStages(scenario: Scenario): readonly Held[] {
  const planned = plannedKinds(scenario.model, scenario.plan);
  const found = new Map<string, Held>();
  for (const { kinds, embedding, head } of layoutsOf(scenario) ?? []) {
    const layers = planned.map(({ of }) => kinds.find(({ kind }) => kind === of.name)?.layers ?? 0);
    found.set(`${layers} ${embedding} ${head}`, { layers, embedding, head });
  }
  return [...found.values()];
}
