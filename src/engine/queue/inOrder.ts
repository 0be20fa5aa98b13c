import { fairShareFactor, jobPriority } from "../formulas/run/queue.ts";
import type { Usage } from "./usage.ts";
import { type Job, nodesOf, type Workload } from "./workload.ts";

/** Waiting jobs, next one first. Equal jobs are in order of submission, then of their return to the queue. */
export function inOrder(
  workload: Workload,
  waiting: readonly Job[],
  now: number,
  usage: Usage,
): readonly Job[] {
  const { order } = workload;
  const score = new Map(
    waiting.map((job) => [
      job,
      order.kind === "shortest" ? -job.limitSeconds : priority(workload, order, job, now, usage),
    ]),
  );
  return [...waiting].sort(
    (a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || a.submitSeconds - b.submitSeconds,
  );
}

function priority(
  workload: Workload,
  order: Extract<Workload["order"], { kind: "multifactor" }>,
  job: Job,
  now: number,
  usage: Usage,
): number {
  const { teams } = workload;
  const shares = teams.reduce((sum, { share }) => sum + share, 0);
  const share = teams.find(({ name }) => name === job.team)?.share ?? 0;
  return jobPriority.evaluate({
    w_1: order.age,
    tau: now - job.submitSeconds,
    tau_max: order.maxAgeSeconds,
    w_2: order.fairShare,
    c_y: share === 0 ? 0 : fairShareFactor.evaluate({ c_u: usage.partOf(job.team), c_s: share / shares }),
    w_3: order.size,
    n_q: nodesOf(workload, job),
    n_N: workload.nodes,
    w_4: order.priority,
    p_y: job.priority,
  });
}
