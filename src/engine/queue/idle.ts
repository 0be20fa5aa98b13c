import { fits, type Occupancy } from "./occupancy.ts";
import { overQuota, type Running } from "./running.ts";
import { type Job, nodesOf, type Workload } from "./workload.ts";

/**
 * Reason why nodes are idle. `empty`: no job waits. `quota`: every waiting job exceeds its quota. `too_few`:
 * fewer free nodes than any waiting job needs. `fragmented`: enough free nodes, in the wrong places.
 * `policy`: a waiting job would fit, but the order or a reservation holds it back. `starting` and `repair` are nodes
 * that are rented and cannot run a job yet.
 */
export type IdleReason = "empty" | "quota" | "too_few" | "fragmented" | "policy" | "starting" | "repair";

/** Reason why `free` nodes have no job. Nodes of `unavailable` are not among them. */
export function whyIdle(
  workload: Workload,
  waiting: readonly Job[],
  running: readonly Running[],
  now: number,
  { free, unavailable }: { readonly free: number; readonly unavailable: readonly Occupancy[] },
): IdleReason {
  if (waiting.length === 0) return "empty";
  const allowed = waiting.filter((job) => !overQuota(workload, job, running));
  if (allowed.length === 0) return "quota";
  const small = allowed.filter((job) => nodesOf(workload, job) <= free);
  if (small.length === 0) return "too_few";
  const fitting = small.some((job) =>
    fits(workload, [...unavailable, ...running], {
      at: now,
      seconds: job.limitSeconds,
      count: nodesOf(workload, job),
    }),
  );
  return fitting ? "policy" : "fragmented";
}
