import type { Occupancy } from "./occupancy.ts";
import type { Job, Workload } from "./workload.ts";

/** A running job. `until` is its expected end, which the scheduler knows; `end` is its actual end. */
export interface Running extends Occupancy {
  readonly job: Job;
  readonly end: number;
  readonly restart: number;
  readonly before: number;
}

/** True where a job would exceed its team's quota of devices. */
export function overQuota({ teams }: Workload, job: Job, running: readonly Running[]): boolean {
  const quota = teams.find(({ name }) => name === job.team)?.quota ?? null;
  if (quota === null) return false;
  const held = running.reduce((sum, one) => sum + (one.job.team === job.team ? one.job.devices : 0), 0);
  return held + job.devices > quota;
}
