import { stageParams } from "../model/stageParams.ts";
import type { Scenario } from "../scenario.ts";
import { type KindTime, kindTimes } from "../step/kindTimes.ts";
import { type LargestStage, largestStage } from "../step/largestStage.ts";
import type { MicroBatchWork } from "../step/microBatch.ts";
import { slowestOf } from "../step/pacing.ts";
import { type StageTime, stageTimes } from "../step/stageTimes.ts";
import { microBatchesOfStage, pacedStep } from "../step/stepTime.ts";
import { contextOf } from "./contextOf.ts";

/** What a step is made of, all but what stages wait for each other and what comes after the last micro-batch. */
export interface StageWork {
  readonly each: MicroBatchWork<number>;
  readonly kinds: readonly KindTime<number>[];
  readonly slowest: StageTime<number>;
  readonly largest: LargestStage<number>;
}

/** Null where the layers do not go onto the stages. */
export function stageWork(scenario: Scenario, each: MicroBatchWork<number>): StageWork | null {
  const ctx = contextOf(scenario);
  if (!ctx) return null;
  const kinds = kindTimes(ctx, each);
  const slowest = slowestOf(ctx, stageTimes(ctx, each, kinds));
  return { each, kinds, slowest, largest: largestStage(ctx, stageParams(ctx)) };
}

/**
 * The step by the engine's own sums, s, its pipeline's wait no longer than it must be for passes that take `passes` s at
 * least. No step is shorter: what a wait hides, copies of offloaded state and an update put off too, it hides one after another
 * (`beside`), so a longer one saves no more than it lasts.
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
