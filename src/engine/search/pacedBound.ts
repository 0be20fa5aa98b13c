import type { Scenario } from "../scenario/scenario.ts";
import { stageParams } from "../trainingStep/model/stageParams.ts";
import { type KindTime, kindTimes } from "../trainingStep/step/kindTimes.ts";
import { type LargestStage, largestStage } from "../trainingStep/step/largestStage.ts";
import type { MicroBatchWork } from "../trainingStep/step/microBatch.ts";
import { slowestOf } from "../trainingStep/step/pacing.ts";
import { type StageTime, stageTimes } from "../trainingStep/step/stageTimes.ts";
import { microBatchesOfStage, pacedStep } from "../trainingStep/step/stepTime.ts";
import { contextOf } from "./contextOf.ts";

/** Parts of a step's time, without the pipeline bubble and the work after the last micro-batch. */
export interface StageWork {
  readonly each: MicroBatchWork<number>;
  readonly kinds: readonly KindTime<number>[];
  readonly slowest: StageTime<number>;
  readonly largest: LargestStage<number>;
}

/** Computes the parts of a step; null where the layers do not divide over the stages. */
export function stageWork(scenario: Scenario, each: MicroBatchWork<number>): StageWork | null {
  const ctx = contextOf(scenario);
  if (!ctx) return null;
  const kinds = kindTimes(ctx, each);
  const slowest = slowestOf(ctx, stageTimes(ctx, each, kinds));
  return { each, kinds, slowest, largest: largestStage(ctx, stageParams(ctx)) };
}

/**
 * Lower bound of the step's time, s, from the engine's own formulas. It takes the smallest pipeline bubble that is possible
 * when the passes take at least `passes` s. A longer bubble can overlap offload copies or a delayed update, but saves at most
 * its own length.
 */
export function pacedBound(
  scenario: Scenario,
  { each, kinds, slowest, largest }: StageWork,
  passes: number,
): number {
  const ctx = contextOf(scenario);
  if (!ctx) return passes;
  const m = microBatchesOfStage(ctx);
  const bubble = Math.max(0, passes - m * slowest.total);
  return pacedStep(ctx, each, kinds, { slowest, bubble, m, largest }).step.value;
}
