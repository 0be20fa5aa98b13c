import { fits, type Occupancy } from "./occupancy.ts";
import type { Running } from "./running.ts";
import { type Job, nodesOf, type Workload } from "./workload.ts";

/**
 * Running jobs whose preemption lets `job` start at once; null where even all of them are not enough. Only
 * jobs of lower priority are candidates, lowest first, and of equals the one that started last. Jobs that
 * turn out unnecessary are spared, as in Kueue.
 */
export function victims(
  workload: Workload,
  job: Job,
  running: readonly Running[],
  now: number,
  unavailable: readonly Occupancy[] = [],
): readonly Running[] | null {
  const lower = running
    .filter((one) => one.job.priority < job.priority)
    .sort((a, b) => a.job.priority - b.job.priority || b.from - a.from);
  const wanted = { at: now, seconds: job.limitSeconds, count: nodesOf(workload, job) };
  const without = (gone: readonly Running[]): boolean => {
    const left: readonly Occupancy[] = [...unavailable, ...running.filter((one) => !gone.includes(one))];
    return fits(workload, left, wanted) !== null;
  };
  const chosen: Running[] = [];
  for (const one of lower) {
    if (without(chosen)) break;
    chosen.push(one);
  }
  if (!without(chosen)) return null;
  for (const one of [...chosen].reverse()) {
    const fewer = chosen.filter((other) => other !== one);
    if (without(fewer)) chosen.splice(chosen.indexOf(one), 1);
  }
  return chosen;
}
