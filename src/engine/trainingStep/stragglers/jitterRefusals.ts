import { error } from "../../core/refusal.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Refusal } from "../../scenario/scenario.ts";
import { countsOf } from "./spread.ts";

/**
 * Refusals of observed times in `cluster.jitter` that form no histogram: no times, times that are not positive,
 * or counts that are negative, all zero or not one for each time.
 */
export function jitterRefusals({ jitter }: Cluster): readonly Refusal[] {
  if (jitter?.kind !== "observed") return [];
  const counts = countsOf(jitter);
  const params = {
    times: jitter.times.length,
    counts: counts.length,
    least_time: Math.min(...jitter.times),
    least_count: Math.min(...counts),
    total: counts.reduce((sum, count) => sum + count, 0),
  };
  const possible =
    params.times > 0 &&
    params.times === params.counts &&
    params.least_time > 0 &&
    params.least_count >= 0 &&
    params.total > 0;
  return possible ? [] : [error("histogram-not-possible", ["cluster.jitter"], params)];
}
