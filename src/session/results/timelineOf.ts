import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Poison, poison } from "../../dsl/evaluate/index.ts";
import { chunksPerStage, splitsBackward, type Timeline, timeline } from "../../engine/index.ts";
import type { Plan } from "../../engine/scenario/plan.ts";
import type { Answer } from "../answers/answer.ts";

/**
 * Maximum number of forward and backward passes in a timeline. Each pass is an object: half a million take 0.3 s and
 * 200 MB.
 */
const MOST_PASSES = 500_000;

export type TimelineAnswer = { readonly kind: "timeline"; readonly timeline: Timeline } | Poison;

/** Timeline of a step's forward and backward passes on all stages, or the error that there are too many passes. */
export function timelineOf({ scenario, estimate }: Answer, place: Place): TimelineAnswer {
  const plan = { ...scenario.plan, numMicroBatches: microBatchesOf(scenario.plan, estimate) };
  const kinds = splitsBackward(plan.schedule) ? 3 : 2;
  const passes = kinds * plan.pp * chunksPerStage(plan) * plan.numMicroBatches;
  if (passes > MOST_PASSES) {
    const what = `a timeline of ${passes.toLocaleString("en-US")} passes (${kinds} * pp * ${kinds === 2 ? "vpp" : "chunks"} * micro-batches)`;
    const instead = `use a smaller \`plan.global_batch\`: at most ${MOST_PASSES.toLocaleString("en-US")} passes are drawn, and a longer step only repeats its steady phase`;
    return poison(diagnostic("not-modelled", { what, instead }, place));
  }
  return { kind: "timeline", timeline: timeline(plan, estimate) };
}

/** Micro-batches of a replica: with pools of unlike devices, those of the pool that the step waits for. */
function microBatchesOf({ numMicroBatches }: Plan, { pools }: Answer["estimate"]): number {
  const [first, ...more] = pools ?? [];
  if (!first) return numMicroBatches;
  return more.reduce((slowest, one) => (one.step > slowest.step ? one : slowest), first).microBatches;
}
