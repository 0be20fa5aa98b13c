import { inBase, print } from "../../../units/index.ts";
import { error, warning } from "./row.ts";

const seconds = (value: number): string => print(inBase(value, "s"));

/** Catalogue of errors and warnings on jobs, teams and quotas that no schedule can serve. */
export const queueRows = {
  "queue-without-jobs": error(() => "the queue has no jobs", {
    help: () => '`jobs = [job(base), job(name = "study", devices = 8, time = 2 h, submit = 1 h)]`',
  }),
  "queue-too-long": error<{ jobs: number; limit: number }>(
    (p) => `the queue has ${p.jobs} jobs; ${p.limit} are simulated at most`,
    { help: () => "fewer `copies` of a job show the same: waits settle after some hundred jobs" },
  ),
  "job-exceeds-cluster": error<{ job: string; wanted: number; devices: number }>(
    (p) => `\`${p.job}\` wants ${p.wanted} devices of a cluster of ${p.devices}: it would wait forever`,
    { help: () => "a job has all of its devices at once, or none" },
  ),
  "job-exceeds-quota": error<{ job: string; wanted: number; team: string; quota: number }>(
    (p) =>
      `\`${p.job}\` wants ${p.wanted} devices, and its team "${p.team}" may have ${p.quota}: it would wait forever`,
    { help: () => "a larger quota, or fewer devices" },
  ),
  "quota-exceeds-cluster": error<{ team: string; quota: number; devices: number }>(
    (p) => `the quota of "${p.team}" is ${p.quota} devices of a cluster of ${p.devices}`,
    { help: () => "`quota = none` lets a team use all devices" },
  ),
  "unknown-team": error<{ job: string; team: string; teams: string }>(
    (p) => `\`${p.job}\` is of the team "${p.team}", which the queue does not list`,
    { help: (p) => `the queue lists ${p.teams}` },
  ),
  "limit-too-short": error<{ job: string; limit: number; time: number }>(
    (p) =>
      `\`${p.job}\` takes ${seconds(p.time)}, and its limit is ${seconds(p.limit)}: it would be ended before it is done`,
    { help: () => "the limit is the longest running time allowed by the scheduler" },
  ),
  "job-never-finishes": error<{ job: string; mtbf: number; every: number }>(
    (p) =>
      `\`${p.job}\` loses a node every ${seconds(p.mtbf)} and needs ${seconds(p.every)} to its next checkpoint: its end would take too many failures to simulate`,
    { help: () => "a shorter `checkpoint`, or fewer failures" },
  ),
  "preempted-without-checkpoint": warning<{ job: string; priority: number; highest: number }>(
    (p) =>
      `\`${p.job}\` has priority ${p.priority}, other jobs have ${p.highest}, and it saves no checkpoints: after a preemption it starts over`,
    { help: () => "`checkpoint = 30 min`, or `plan.checkpoint = sharded` in its run" },
  ),
} as const;
