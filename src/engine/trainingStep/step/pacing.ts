import { simulatedWait } from "../../formulas/step/pipeline.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { Context } from "../inputs/context.ts";
import type { ModelContext } from "../model/layerContext.ts";
import type { KindTime } from "./kindTimes.ts";
import { scheduleTime } from "./scheduleTime.ts";
import type { StageTime } from "./stageTimes.ts";

/** The stage that determines the step time, with the counts of its work. */
export interface Pace<N> {
  readonly slowest: StageTime<N>;
  /** Time that the stage waits for other stages in a step, s. */
  readonly bubble: N;
  /** Layers of the stage, by kind. */
  readonly layers: readonly { readonly label: string; readonly n: N; readonly value: KindTime<N> }[];
  /** Micro-batches that pass through all chunks of the stage. */
  readonly m: N;
  /** Updates of the weights in a step. */
  readonly updates: N;
}

/**
 * The stage that determines the step time, and its wait for other stages, s. `m` is the micro-batches through
 * all its chunks.
 */
export function pacing<N>(
  ctx: ModelContext<N>,
  stages: readonly StageTime<N>[],
  m: N,
): Pick<Pace<N>, "slowest" | "bubble"> {
  const { alg } = ctx;
  const slowest = slowestOf(ctx, stages);
  const { drains } = traitsOf(ctx.scenario.plan.schedule);
  if (stages.length === 1 || !drains) return { slowest, bubble: noWait(ctx) };
  const tau_1 = scheduleTime(ctx, stages);
  return { slowest, bubble: alg.apply(simulatedWait, { tau_1, tau_2: slowest.total, m }) };
}

/** The stage whose micro-batches take longest. */
export function slowestOf<N>({ alg }: Context<N>, stages: readonly StageTime<N>[]): StageTime<N> {
  const [first] = stages;
  if (!first) throw new Error("a pipeline without stages");
  return stages.reduce((most, stage) => (alg.less(most.total, stage.total) ? stage : most), first);
}

/** Zero wait of a stage: it is the only one, or its pipeline never drains. */
export function noWait<N>({ alg, scenario }: Context<N>): N {
  const why =
    scenario.plan.pp === 1
      ? "one stage waits for no other"
      : `the pipeline of ${scenario.plan.schedule} never drains: arXiv:1806.03377, section 3.2`;
  return alg.constant("waiting", 0, "s", why);
}
