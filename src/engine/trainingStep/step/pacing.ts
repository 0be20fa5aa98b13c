import { simulatedWait } from "../../formulas/step/pipeline.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { Context } from "../inputs/context.ts";
import type { ModelContext } from "../model/layerContext.ts";
import type { KindTime } from "./kindTimes.ts";
import { scheduleTime } from "./scheduleTime.ts";
import type { StageTime } from "./stageTimes.ts";

/** Pipeline stage that determines the step time, with the amounts of its work in a step. */
export interface Pace<N> {
  readonly slowest: StageTime<N>;
  /** Time that the slowest stage waits for other stages in a step, s. */
  readonly bubble: N;
  /** Number of the stage's layers of each kind (`n`), with the time of one layer (`value`). */
  readonly layers: readonly { readonly label: string; readonly n: N; readonly value: KindTime<N> }[];
  /** Number of micro-batches that pass through all chunks of the stage in a step. */
  readonly m: N;
  /** Number of optimizer updates in a step: 1, or one for each micro-batch where the pipeline never drains. */
  readonly updates: N;
}

/**
 * Finds the pipeline stage that determines the step time, and the time that it waits for other stages in a step, s.
 * `m` is the number of micro-batches that pass through all chunks of a stage.
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

/** Finds the pipeline stage on which one micro-batch takes longest, including exposed communication. */
export function slowestOf<N>({ alg }: Context<N>, stages: readonly StageTime<N>[]): StageTime<N> {
  const [first] = stages;
  if (!first) throw new Error("a pipeline without stages");
  return stages.reduce((most, stage) => (alg.less(most.total, stage.total) ? stage : most), first);
}

/** Zero waiting time of a pipeline stage, s, with its reason: the only stage, or a pipeline that never drains. */
export function noWait<N>({ alg, scenario }: Context<N>): N {
  const why =
    scenario.plan.pp === 1
      ? "one stage waits for no other"
      : `the pipeline of ${scenario.plan.schedule} never drains: arXiv:1806.03377, section 3.2`;
  return alg.constant("waiting", 0, "s", why);
}
