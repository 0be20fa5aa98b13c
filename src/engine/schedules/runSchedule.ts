import { kindOf, WEIGHTS } from "./pass.ts";
import type { PipelineSchedule } from "./pipelineSchedule.ts";
import { scheduleOf } from "./scheduleOf.ts";
import { type ChunkSeconds, type Simulation, simulate } from "./simulate.ts";
import type { ScheduledPlan } from "./traits.ts";

export type ChunkTimesOf = readonly (readonly ChunkSeconds[])[];

/** A plan's schedule, pass by pass, with the times of its chunks. `send`: what a rank is kept busy by handing over, s. */
export function runSchedule(plan: ScheduledPlan, times: ChunkTimesOf, send = 0): Simulation {
  const schedule = scheduleOf(plan);
  return simulate(schedule, times, { send, share: shareOf(plan, schedule, times, send) });
}

/**
 * How much of a wait gradients of weights must fill to be worth delaying what comes next: the best of a few, by a short run.
 * Schedules that list every pass have no such choice.
 */
function shareOf(plan: ScheduledPlan, { fill }: PipelineSchedule, times: ChunkTimesOf, send: number): number {
  if (!fill) return 1;
  const short = scheduleOf({ ...plan, numMicroBatches: Math.min(plan.numMicroBatches, 4 * plan.pp) });
  let best = { share: 1, length: Number.POSITIVE_INFINITY };
  for (const share of [1, 0.75, 0.5, 0.25]) {
    const length = period(simulate(short, times, { send, share }));
    if (length < best.length * (1 - 1e-12)) best = { share, length };
  }
  return best.share;
}

/** The longest time from a rank's first pass to its last, s: what a step takes where ranks do not wait for each other to begin the next. */
export function period({ ranks }: Simulation): number {
  return ranks.reduce((most, { starts, ends }) => Math.max(most, (ends.at(-1) ?? 0) - (starts[0] ?? 0)), 0);
}

/** What a rank is busy, s. */
export function busy({ starts, ends }: Simulation["ranks"][number]): number {
  let total = 0;
  for (let i = 0; i < ends.length; i++) total += (ends[i] ?? 0) - (starts[i] ?? 0);
  return total;
}

/**
 * What a step takes, s. Where gradients of the weights fill the bubbles, ranks step without waiting for each other
 * (arXiv:2401.10241, section 4). Longer steps only repeat the steady part: two runs of some rounds give its rate.
 */
export function stepLength(plan: ScheduledPlan, times: ChunkTimesOf): number {
  let share: number | null = null;
  const lengthOf = (numMicroBatches: number): number => {
    const own = { ...plan, numMicroBatches };
    const schedule = scheduleOf(own);
    // Where two lengths are asked for, neither is shorter than the run that chooses the share: it is the same for both.
    share ??= shareOf(own, schedule, times, 0);
    const run = simulate(schedule, times, { share });
    return run.ranks.some(({ codes }) => codes.some((code) => kindOf(code) === WEIGHTS)) &&
      plan.schedule !== "dualpipe" &&
      plan.schedule !== "dualpipe_v"
      ? period(run)
      : run.seconds;
  };
  const { numMicroBatches: m, pp, microBatchGroup } = plan;
  const round = plan.schedule === "interleaved_1f1b" ? microBatchGroup : pp;
  // A plan's own order may count micro-batches in numbers that only its own m fits.
  if (m <= 10 * round || plan.schedule === "custom") return lengthOf(m);
  const rest = (m - 4 * round) % (2 * round);
  const [first, second] = [4 * round + rest, 6 * round + rest];
  const short = lengthOf(first);
  const rate = (lengthOf(second) - short) / (second - first);
  return short + (m - first) * rate;
}
