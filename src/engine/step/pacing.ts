import type { ModelContext } from "../context.ts";
import { simulatedWait } from "../formulas/pipeline.ts";
import { stepLength } from "../schedules/runSchedule.ts";
import { traitsOf } from "../schedules/traits.ts";
import type { KindTime } from "./kindTimes.ts";
import { pacingStages, pipelineWait } from "./pipelineWait.ts";
import type { StageTime } from "./stageTimes.ts";

/** The stage that sets the step, and how often it does what it does. */
export interface Pace<N> {
  readonly slowest: StageTime<N>;
  /** What it waits for the others, s. */
  readonly bubble: N;
  /** Its layers by kind. */
  readonly layers: readonly { readonly label: string; readonly n: N; readonly value: KindTime<N> }[];
  /** Micro-batches that go through all it holds. */
  readonly m: N;
  /** Updates of the weights in a step. */
  readonly updates: N;
}

/** The stage that sets the step, and what it waits for the others, s. */
export function pacing<N>(
  ctx: ModelContext<N>,
  stages: readonly StageTime<N>[],
  m: N,
): Pick<Pace<N>, "slowest" | "bubble"> {
  const { alg } = ctx;
  if (!traitsOf(ctx.scenario.plan.schedule).closed) return simulatedPacing(ctx, stages, m);
  let longest: (Pick<Pace<N>, "slowest" | "bubble"> & { readonly seconds: number }) | null = null;
  for (const at of pacingStages(stages)) {
    const slowest = stages[at];
    if (!slowest) continue;
    const bubble = pipelineWait(ctx, stages, at);
    const seconds = alg.value(m) * alg.value(slowest.total) + alg.value(bubble);
    if (!longest || seconds > longest.seconds) longest = { slowest, bubble, seconds };
  }
  if (!longest) throw new Error("a pipeline without stages");
  return longest;
}

/** The same where no formula says what stages wait: every pass is simulated. */
function simulatedPacing<N>(
  ctx: ModelContext<N>,
  stages: readonly StageTime<N>[],
  m: N,
): Pick<Pace<N>, "slowest" | "bubble"> {
  const { alg, scenario } = ctx;
  const [first] = stages;
  if (!first) throw new Error("a pipeline without stages");
  const slowest = stages.reduce(
    (most, stage) => (alg.value(stage.total) > alg.value(most.total) ? stage : most),
    first,
  );
  const seconds = (value: N | null): number => (value === null ? 0 : alg.value(value));
  const times = stages.map(({ chunks }) =>
    chunks.map((chunk) => ({
      forward: seconds(chunk.forward),
      backward: seconds(chunk.backward),
      weights: seconds(chunk.weights),
    })),
  );
  if (stages.length === 1) return { slowest, bubble: pipelineWait(ctx, stages, 0) };
  const length = stepLength(scenario.plan, times);
  const tau_1 = alg.constant(
    "length of the schedule",
    length,
    "s",
    "every pass of every micro-batch, simulated",
  );
  return { slowest, bubble: alg.apply(simulatedWait, { tau_1, tau_2: slowest.total, m }) };
}
