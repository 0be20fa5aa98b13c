import { type ChunkPlaces, chunkTimes } from "./chunkPlaces.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import { stepLength } from "./stepLength.ts";

/** Counts the passes on the critical path of a step, separately for each distinct pass time. */
export function chainCounts(
  plan: ScheduledPlan,
  places: ChunkPlaces,
  seconds: readonly number[],
): Float64Array {
  const { passes } = stepLength(plan, chunkTimes(places, seconds));
  const counts = new Float64Array(seconds.length);
  const add = (place: number, n: number): void => {
    counts[place] = (counts[place] ?? 0) + n;
  };
  let at = 0;
  for (const chunks of places)
    for (const { forward, backward, weights } of chunks) {
      add(forward, passes[at++] ?? 0);
      add(backward, passes[at++] ?? 0);
      const n = passes[at++] ?? 0;
      if (weights !== null) add(weights, n);
    }
  return counts;
}
