import type { Fleet } from "./fleet.ts";
import { inOrder } from "./inOrder.ts";
import { fits } from "./occupancy.ts";
import { overQuota, type Running } from "./running.ts";
import type { Usage } from "./usage.ts";
import { type Job, nodesOf, type Workload } from "./workload.ts";

/** Moment of a simulated queue: its jobs, and its teams' usage so far. */
export interface Moment {
  readonly waiting: readonly Job[];
  readonly running: readonly Running[];
  readonly now: number;
  readonly usage: Usage;
}

/**
 * Nodes that waiting jobs need, except jobs over their quota. All nodes where the next job must lie under few leaves and
 * the rented nodes do not.
 */
export function nodesWanted(
  workload: Workload,
  fleet: Fleet,
  { waiting, running, now, usage }: Moment,
): number {
  const asked = waiting.filter((job) => !overQuota(workload, job, running));
  const count = asked.reduce((sum, job) => sum + nodesOf(workload, job), 0);
  if (workload.placement !== "required" || count === 0) return count;
  const [next] = inOrder(workload, asked, now, usage);
  const until = now + 2;
  const missing = fleet.missing().map((node) => ({ nodes: [node], from: now, until }));
  const held = running.map(({ nodes }) => ({ nodes, from: now, until }));
  const isPlaced =
    next && fits(workload, [...missing, ...held], { at: now, seconds: 1, count: nodesOf(workload, next) });
  return isPlaced ? count : Number.POSITIVE_INFINITY;
}
