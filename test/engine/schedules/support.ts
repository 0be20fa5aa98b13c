import type { Schedule } from "../../../src/engine/scenario/scheduleName.ts";
import type { ChunkSeconds } from "../../../src/engine/schedules/chunkSeconds.ts";
import type { SimulatedRank, Simulation } from "../../../src/engine/schedules/runSchedule.ts";
import type { ScheduledPlan } from "../../../src/engine/schedules/scheduledPlan.ts";
import { scheduleNames } from "../../../src/engine/schedules/scheduleRows.ts";
import { placementOf } from "../../../src/engine/schedules/traits.ts";

/** Every schedule that has a name. */
export const NAMED: readonly Schedule[] = scheduleNames.filter((name) => name !== "custom");

export const planOf = (schedule: Schedule, pp: number, m: number, vpp = 1, group = pp): ScheduledPlan => ({
  ...{ schedule, pp, vpp, numMicroBatches: m, microBatchGroup: group, ownSchedule: null },
});

export const own = (order: string | readonly string[], pp: number, m: number, vpp = 1): ScheduledPlan => ({
  ...planOf("custom", pp, m, vpp),
  ownSchedule: { order: typeof order === "string" ? [order] : order, placement: "loop" },
});

/** The same times for every rank: of a whole rank's passes, shared by its chunks. */
export function equal(
  plan: ScheduledPlan,
  forward: number,
  backward: number,
  weights: number,
): readonly (readonly ChunkSeconds[])[] {
  const v = placementOf(plan).chunks;
  const chunk = { forward: forward / v, backward: backward / v, weights: weights / v };
  return Array.from({ length: plan.pp }, () => new Array<ChunkSeconds>(v).fill(chunk));
}

/** The longest time from a rank's first pass to its last, s: what a step takes where ranks do not wait for each other to begin the next. */
export function period({ ranks }: Simulation): number {
  return ranks.reduce((most, { starts, ends }) => Math.max(most, (ends.at(-1) ?? 0) - (starts[0] ?? 0)), 0);
}

/** What a rank is busy, s. */
export function busy({ starts, ends }: SimulatedRank): number {
  let total = 0;
  for (let i = 0; i < ends.length; i++) total += (ends[i] ?? 0) - (starts[i] ?? 0);
  return total;
}
