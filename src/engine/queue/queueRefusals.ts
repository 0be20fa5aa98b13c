import { error, warning } from "../core/refusal.ts";
import { triesOfInterval } from "../formulas/run/queue.ts";
import type { Refusal } from "../scenario/scenario.ts";
import { nodesOf, type Workload } from "./workload.ts";

/** Most jobs of a simulated queue, as each event examines every waiting job. */
const MOST_JOBS = 2_000;

/** Refusals of jobs and quotas that no schedule can serve. Fields are those of the queue and its jobs. */
export function queueRefusals(workload: Workload): readonly Refusal[] {
  const { jobs, teams, nodes, devicesPerNode } = workload;
  const devices = nodes * devicesPerNode;
  if (jobs.length === 0) return [error("queue-without-jobs", ["queue.jobs"], {})];
  if (jobs.length > MOST_JOBS)
    return [error("queue-too-long", ["queue.jobs"], { jobs: jobs.length, limit: MOST_JOBS })];
  const found: Refusal[] = [];
  for (const [at, { name, quota }] of teams.entries())
    if (quota !== null && quota > devices)
      found.push(
        error("quota-exceeds-cluster", [`queue.teams[${at}].quota`, "queue.cluster"], {
          team: name,
          quota,
          devices,
        }),
      );
  const seen = new Set<string>();
  for (const job of jobs) {
    if (seen.has(job.path)) continue;
    seen.add(job.path);
    if (job.devices > devices)
      found.push(
        error("job-exceeds-cluster", [`${job.path}.devices`, "queue.cluster"], {
          job: job.name,
          wanted: job.devices,
          devices,
        }),
      );
    const team = teams.find(({ name }) => name === job.team);
    if (!team)
      found.push(
        error("unknown-team", [`${job.path}.team`, "queue.teams"], {
          job: job.name,
          team: job.team,
          teams: teams.map(({ name }) => `"${name}"`).join(", "),
        }),
      );
    else if (team.quota !== null && job.devices > team.quota)
      found.push(
        error("job-exceeds-quota", [`${job.path}.devices`, `${job.path}.team`], {
          job: job.name,
          wanted: job.devices,
          team: team.name,
          quota: team.quota,
        }),
      );
    if (job.limitSeconds < job.seconds)
      found.push(
        error("limit-too-short", [`${job.path}.limit`, `${job.path}.time`], {
          job: job.name,
          limit: job.limitSeconds,
          time: job.seconds,
        }),
      );
  }
  found.push(...endless(workload));
  if (workload.preemption !== "none") found.push(...unsaved(workload));
  return found;
}

/** Failures that a job may see, on average, between two checkpoints, and that all jobs may see. */
const MOST_TRIES = 1_000;
const MOST_FAILURES = 100_000;

/** Refusals of jobs that nearly never reach their next checkpoint before a node fails. */
function endless(workload: Workload): readonly Refusal[] {
  const { failures, jobs } = workload;
  if (!failures || failures.perSecond === 0) return [];
  let all = 0;
  for (const job of jobs) {
    const every = job.savedEverySeconds ?? job.seconds;
    const rate = nodesOf(workload, job) * failures.perSecond;
    const tries = triesOfInterval.evaluate({
      nu: rate,
      tau_i: Math.min(every, job.seconds),
      R_s: job.failedSeconds,
    });
    all += tries * Math.max(1, job.seconds / every);
    if (tries > MOST_TRIES || all > MOST_FAILURES)
      return [
        error("job-never-finishes", [`${job.path}.checkpoint`, "queue.failures"], {
          job: job.name,
          mtbf: 1 / rate,
          every,
        }),
      ];
  }
  return [];
}

/** Warnings for preemptible jobs without checkpoints, which restart from the beginning. */
function unsaved({ jobs }: Workload): readonly Refusal[] {
  const highest = Math.max(...jobs.map(({ priority }) => priority));
  const warned = new Set<string>();
  return jobs.flatMap((job) => {
    if (job.savedEverySeconds !== null || job.priority >= highest || warned.has(job.path)) return [];
    warned.add(job.path);
    return [
      warning("preempted-without-checkpoint", [`${job.path}.checkpoint`, `${job.path}.priority`], {
        job: job.name,
        priority: job.priority,
        highest,
      }),
    ];
  });
}
