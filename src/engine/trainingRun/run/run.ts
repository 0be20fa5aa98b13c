import { optionalInput } from "../../core/optionalInput.ts";
import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import type { GoodputEstimate } from "../../estimate/goodputEstimate.ts";
import type { Preemptions } from "../../estimate/preemptions.ts";
import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import type { RunEstimate } from "../../estimate/runEstimate.ts";
import * as book from "../../formulas/run/run.ts";
import type { ModelContext } from "../../trainingStep/model/layerContext.ts";
import type { StageParams } from "../../trainingStep/model/stageParams.ts";
import { checkpoint } from "./checkpoint.ts";
import { goodput } from "./goodput.ts";
import { reliability } from "./reliability.ts";
import { preemptions } from "./spot.ts";
import { undisturbed, wallClock } from "./wallClock.ts";

/** Failures, checkpoints and duration of a run; null for parts that the scenario does not define. */
export interface Resilience<N = number> {
  readonly reliability: ReliabilityEstimate<N> | null;
  readonly checkpoint: CheckpointEstimate<N> | null;
  readonly goodput: GoodputEstimate<N> | null;
  readonly run: RunEstimate<N> | null;
}

/** Failures and checkpoints, as far as they do not depend on the step time. */
export interface Safeguards<N> extends Pick<Resilience<N>, "reliability" | "checkpoint"> {
  readonly taken: Preemptions<N> | null;
}

/**
 * Failures and checkpoints before the step time is known. `params` is the model's trained parameters;
 * `onDevice` has all parameters of each stage.
 */
export function safeguards<N>(ctx: ModelContext<N>, params: N, onDevice: StageParams<N>): Safeguards<N> {
  const saving = checkpoint(ctx, params, onDevice);
  const taken = preemptions(ctx, saving);
  const failing = reliability(ctx, taken && !taken.noticed ? taken.rate : null);
  return { checkpoint: saving, reliability: failing, taken };
}

/** Failures, checkpoints and the run, given the time `step` of a step, s. */
export function resilience<N>(
  ctx: ModelContext<N>,
  { checkpoint: saving, reliability: failing, taken }: Safeguards<N>,
  step: N,
): Resilience<N> {
  const progress = failing && saving && goodput(ctx, failing, saving, taken, step);
  return {
    reliability: failing,
    checkpoint: saving,
    goodput: progress,
    run: runEstimate(ctx, step, failing, saving, progress),
  };
}

function runEstimate<N>(
  ctx: ModelContext<N>,
  step: N,
  failing: ReliabilityEstimate<N> | null,
  saving: CheckpointEstimate<N> | null,
  progress: GoodputEstimate<N> | null,
): RunEstimate<N> | null {
  const { alg, x, scenario } = ctx;
  const n_T = optionalInput(alg, "plan.tokens", scenario.plan.tokens, "token");
  if (n_T === null) return null;
  const steps = alg.apply(book.budgetSteps, { n_T, B: x.trainedBatch, s: x.seqLen });
  const training = alg.apply(book.trainTime, { n_S: steps, T: step });
  const total = progress
    ? alg.apply(book.trainTimeWithFailures, { n_S: steps, T: step, g: progress.total })
    : training;
  const wall =
    failing && saving && progress
      ? wallClock(ctx, { training, total }, failing, saving, progress)
      : undisturbed(total);
  const deviceTime = alg.apply(book.deviceTime, { n_g: x.devices, tau: total });
  return {
    steps,
    training,
    timeToTrain: total,
    time: wall.time,
    failures: wall.failures,
    deviceTime,
  };
}
