import type { QueueEstimate } from "../../../engine/queue/queueEstimate.ts";
import type { JobRun, QueueRun } from "../../../engine/queue/simulateQueue.ts";
import type { Workload } from "../../../engine/queue/workload.ts";
import type { Document, Table } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { breakdownTable } from "../breakdownTable.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/** Limit on the jobs in the report's table, which shows those that waited longest. */
const MOST_ROWS = 30;

/** Report of a simulated job queue: its rules, its results, its jobs, and the use of device time. */
export function queueTable(workload: Workload, run: QueueRun, estimate: QueueEstimate): Document {
  const { name, cluster, jobs, nodes, devicesPerNode } = workload;
  const seconds = (value: number, path: string) => ({ text: printed(value, "s"), value, why: { path } });
  const number = (value: number, path: string) => ({
    ...{ text: plain(Number(value.toPrecision(3))), value, why: { path } },
  });
  const facts: Fact[] = [
    [
      "utilisation",
      {
        text: percent(estimate.utilisation),
        value: estimate.utilisation,
        why: { path: "utilisation" },
      },
      "of device time becomes lasting work",
    ],
    ["wait", seconds(estimate.wait, "wait"), `on average; ${printed(estimate.longestWait, "s")} at most`],
    [
      "slowdown",
      number(estimate.slowdown, "slowdown"),
      "time from submission to end divided by running time",
    ],
    ["makespan", seconds(estimate.makespan, "makespan"), `${plain(jobs.length)} jobs`],
  ];
  if (estimate.preemptions > 0)
    facts.push([
      "preemptions",
      plain(estimate.preemptions),
      `${printed(estimate.lostWork, "GPU*s", "GPU-hours")} of work lost`,
    ]);
  if (workload.failures)
    facts.push([
      "failures",
      plain(estimate.failures),
      `that stopped a job; ${percent(estimate.goodput)} of a job's time on its nodes becomes lasting work`,
    ]);
  if (workload.autoscale)
    facts.push([
      "rented",
      number(estimate.rentedNodes, "rented_nodes"),
      `nodes on average, ${plain(workload.autoscale.least)} to ${plain(nodes)}`,
    ]);
  if (estimate.cost !== null && (workload.failures || workload.autoscale))
    facts.push([
      "cost",
      { text: printed(estimate.cost, "$"), value: estimate.cost, why: { path: "cost" } },
      "of the rented devices",
    ]);
  return documentOf(
    { kind: "heading", level: 2, text: `queue ${name}` },
    {
      kind: "paragraph",
      text: `${cluster}: ${plain(nodes)} nodes of ${plain(devicesPerNode)} devices. ${rulesText(workload)}`,
    },
    factsTable(facts),
    jobsTable(workload, run),
    breakdownTable(estimate.deviceTime, {
      caption: "Where the cluster's device time goes",
      unit: "GPU-hours",
    }),
  );
}

const BACKFILL: Readonly<Record<Workload["backfill"], string>> = {
  none: "no backfill",
  easy: "EASY backfill",
  conservative: "conservative backfill",
};
const PLACES: Readonly<Record<Workload["placement"], string>> = {
  anywhere: "any free nodes",
  preferred: "free nodes under as few leaf switches as possible",
  required: "only nodes under the fewest leaf switches that can hold the job",
};

function rulesText({ order, backfill, preemption, placement, blockNodes, nodes }: Workload): string {
  const weights = order.kind === "shortest" ? [] : [order.age, order.fairShare, order.size, order.priority];
  const set = weights.filter((weight) => weight !== 0);
  const first =
    order.kind === "shortest"
      ? "shortest job first"
      : set.length === 0
        ? "first come, first served"
        : set.length > 1
          ? "by weighted factors"
          : order.priority !== 0
            ? "highest priority first"
            : order.fairShare !== 0
              ? "the team that used the least of its share first"
              : order.age !== 0
                ? "longest waiting first"
                : "by job size";
  const parts = [first, BACKFILL[backfill], PLACES[placement]];
  if (blockNodes < nodes) parts.push(`${plain(blockNodes)} nodes per leaf switch`);
  if (preemption !== "none") parts.push("lower-priority jobs are preempted");
  const text = parts.join("; ");
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}

function jobsTable({ teams, failures }: Workload, { jobs }: QueueRun): Table {
  const waitOf = ({ job, start }: JobRun): number => start - job.submitSeconds;
  const shown =
    jobs.length <= MOST_ROWS ? jobs : [...jobs].sort((a, b) => waitOf(b) - waitOf(a)).slice(0, MOST_ROWS);
  const several = teams.length > 1;
  return {
    kind: "table",
    caption:
      shown.length < jobs.length ? `The ${MOST_ROWS} jobs with the longest waits` : "Jobs of the queue",
    columns: [
      { title: "job", align: "left" },
      ...(several ? [{ title: "team", align: "left" as const }] : []),
      { title: "nodes", align: "right" },
      { title: "submitted", align: "right" },
      { title: "waits", align: "right" },
      { title: "takes", align: "right" },
      { title: "ends", align: "right" },
      { title: failures ? "stopped" : "preempted", align: "right" },
    ],
    rows: shown.map((one) => {
      const { job, nodes, spans, end } = one;
      const preempted = spans.length - 1;
      const time = (value: number) => ({ text: printed(value, "s"), value });
      return [
        { text: job.name },
        ...(several ? [{ text: job.team }] : []),
        { text: plain(nodes), value: nodes },
        time(job.submitSeconds),
        time(waitOf(one)),
        time(job.seconds),
        time(end),
        { text: preempted === 0 ? "" : plain(preempted), value: preempted },
      ];
    }),
  };
}
