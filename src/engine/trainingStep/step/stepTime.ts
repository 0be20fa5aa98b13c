import type { Breakdown } from "../../estimate/breakdown.ts";
import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import type { TimeEstimate } from "../../estimate/timeEstimate.ts";
import { product } from "../../formulas/communication/collectives.ts";
import { pipelineCopies } from "../../schedules/pieces.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { Context } from "../inputs/context.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { overKinds } from "../model/layersOfKind.ts";
import type { StageParams } from "../model/stageParams.ts";
import { bubbleOverCompute } from "./bubbleOverCompute.ts";
import { type KindTime, kindTimes } from "./kindTimes.ts";
import { type LargestStage, largestStage } from "./largestStage.ts";
import type { MicroBatchWork } from "./microBatch.ts";
import { type Pace, pacing } from "./pacing.ts";
import { stageTimes } from "./stageTimes.ts";
import { stepBreakdown } from "./stepBreakdown.ts";
import { stepCollectives } from "./stepCollectives.ts";

export interface StepTime<N> {
  readonly time: TimeEstimate<N>;
  readonly collectives: readonly CollectiveEstimate<N>[];
  /** Pipeline idle time ÷ compute time, as textbooks define the bubble (`bubbleOverCompute`). */
  readonly bubbleRatio: () => N;
}

/**
 * Computes the time of a step, paced by its slowest pipeline stage: the stage processes its micro-batches and waits
 * for other stages while the pipeline fills and drains; then gradients are reduced across replicas and the optimizer
 * runs.
 */
export function stepTime<N>(
  ctx: ModelContext<N>,
  params: StageParams<N>,
  each: MicroBatchWork<N>,
): StepTime<N> {
  const kinds = kindTimes(ctx, each);
  const stages = stageTimes(ctx, each, kinds);
  const m = microBatchesOfStage(ctx);
  const { slowest, bubble } = pacing(ctx, stages, m);
  const largest = largestStage(ctx, params);
  const { step, collectives } = pacedStep(ctx, each, kinds, { slowest, bubble, m, largest });
  const { forward, backward } = slowest;
  return {
    time: { step, forward, backward, stages: stages.map(({ passes }) => passes) },
    collectives,
    bubbleRatio: () => bubbleOverCompute(ctx, stages, m),
  };
}

/**
 * Inputs of a step's breakdown: the slowest pipeline stage, the time that it waits for other stages, the number of its
 * micro-batches, and the largest numbers of parameters of any stage.
 */
export interface Paced<N> extends Pick<Pace<N>, "slowest" | "bubble" | "m"> {
  readonly largest: LargestStage<N>;
}

/** Breakdown and collectives of a step whose slowest stage, and its wait for other stages, are already known. */
export function pacedStep<N>(
  ctx: ModelContext<N>,
  each: MicroBatchWork<N>,
  kinds: readonly KindTime<N>[],
  { slowest, bubble, m, largest }: Paced<N>,
): { readonly step: Breakdown<N>; readonly collectives: readonly CollectiveEstimate<N>[] } {
  const { x } = ctx;
  const layers = overKinds(ctx, slowest.layout, kinds);
  const { drains } = traitsOf(ctx.scenario.plan.schedule);
  const pace = { slowest, bubble, layers, m, updates: drains ? x.one : x.microBatches };
  const collectives = stepCollectives(ctx, each.ends, pace, largest);
  return { step: stepBreakdown(ctx, each.work, pace, largest, collectives), collectives };
}

/**
 * Number of micro-batches that pass through all chunks of a stage in a step: all micro-batches, or half of them where
 * two pipelines run in opposite directions (such as DualPipe).
 */
export function microBatchesOfStage<N>(ctx: Context<N>): N {
  const { alg, x, scenario } = ctx;
  if (pipelineCopies(scenario.plan) === 1) return x.microBatches;
  const n = alg.constant("half", 0.5, "1", "either half of the micro-batches has its own direction");
  return alg.apply(product, { n, n_c: x.microBatches });
}
