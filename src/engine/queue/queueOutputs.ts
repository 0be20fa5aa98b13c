import { type Breakdown, partValue } from "../estimate/breakdown.ts";
import type { QueueEstimate } from "./queueEstimate.ts";

/** A result that a program can name on a queue: `shared.wait`. Readers work on numbers and on derivations. */
export type QueueOutput = { readonly path: string; readonly doc: string } & (
  | { readonly kind: "number"; readonly unit: string; read<N>(of: QueueEstimate<N>): N }
  | {
      readonly kind: "optional";
      readonly unit: string;
      /** Field without which there is no such number. */
      readonly needs: string;
      read<N>(of: QueueEstimate<N>): N | null;
    }
  | { readonly kind: "count"; readonly unit: "1"; read(of: QueueEstimate): number }
  | { readonly kind: "breakdown"; readonly unit: string; read<N>(of: QueueEstimate<N>): Breakdown<N> }
  /** The jobs on each node over time, or the number of nodes with a job over time. */
  | { readonly kind: "timeline" | "occupancy" }
);

const number = (
  path: string,
  unit: string,
  doc: string,
  read: <N>(of: QueueEstimate<N>) => N,
): QueueOutput => ({ kind: "number", path, unit, doc, read });

/** Part of the device time that only some queues have. */
const optionalPart = (name: string, doc: string, needs: string): QueueOutput => ({
  kind: "optional",
  path: `device_time.${name}`,
  unit: "GPU*s",
  doc,
  needs,
  read: (q) => q.deviceTime.parts.find((part) => part.name === `device_time.${name}`)?.value ?? null,
});

const PARTS: readonly (readonly [name: string, doc: string])[] = [
  ["work", "Device time of lasting work: work that is neither lost nor repeated."],
  ["lost", "Device time of work lost to preemptions and failures."],
  ["restarts", "Device time of jobs restarting after a preemption or a failure, until they make progress."],
  ["rounding", "Device time of devices that a job leaves unused on its nodes."],
  [
    "fragmented",
    "Idle device time while enough nodes for a queued job are free, but the placement rule does not allow them.",
  ],
  [
    "policy",
    "Idle device time while a queued job would fit, but the queue's order or a reservation holds it back.",
  ],
  ["quota", "Idle device time while every queued job is blocked by its team's quota."],
  ["too_few", "Idle device time while fewer nodes are free than any queued job needs."],
  ["empty", "Idle device time while no job is queued."],
];

export const queueOutputs: readonly QueueOutput[] = [
  number(
    "wait",
    "s",
    "Time from a job's submission to its first start, the mean over all jobs.",
    (q) => q.wait,
  ),
  number(
    "longest_wait",
    "s",
    "The longest time from a job's submission to its first start.",
    (q) => q.longestWait,
  ),
  number(
    "slowdown",
    "1",
    "Time from a job's submission to its end divided by its running time, the mean over all jobs.",
    (q) => q.slowdown,
  ),
  number("makespan", "s", "Time from the first submission to the last end.", (q) => q.makespan),
  number(
    "utilisation",
    "1",
    "Share of the cluster's device time, over the makespan, that becomes lasting work.",
    (q) => q.utilisation,
  ),
  number(
    "fragmentation",
    "1",
    "Share of the cluster's device time that is idle although enough nodes for a queued job are free, because the placement rule does not allow them.",
    (q) => q.fragmentation,
  ),
  number("lost_work", "GPU*s", "Device time of work lost to preemptions and failures.", (q) => q.lostWork),
  {
    kind: "count",
    path: "preemptions",
    unit: "1",
    doc: "Number of preemptions, over all jobs.",
    read: (q) => q.preemptions,
  },
  {
    kind: "count",
    path: "node_failures",
    unit: "1",
    doc: "Failures of nodes that stopped a job, with `failures = simulated`.",
    read: (q) => q.failures,
  },
  number(
    "goodput",
    "1",
    "Share of a job's time on its nodes that becomes lasting work, the mean over all jobs.",
    (q) => q.goodput,
  ),
  number("rented_nodes", "1", "Nodes that are rented, the mean over the makespan.", (q) => q.rentedNodes),
  {
    kind: "optional",
    path: "cost",
    unit: "$",
    doc: "Cost of the rented devices over the makespan, with `cluster.price`.",
    needs: "queue.cluster.price",
    read: (q) => q.cost,
  },
  {
    kind: "breakdown",
    path: "device_time",
    unit: "GPU*s",
    doc: "Where the cluster's device time over the makespan goes.",
    read: (q) => q.deviceTime,
  },
  ...PARTS.map(([name, doc]) =>
    number(`device_time.${name}`, "GPU*s", doc, (q) => partValue(q.deviceTime, `device_time.${name}`)),
  ),
  optionalPart("starting", "Device time of nodes that are ordered and start.", "queue.autoscale"),
  optionalPart("repair", "Device time of broken nodes.", "queue.failures"),
  { kind: "timeline", path: "timeline", doc: "Which job runs on which nodes over time." },
  {
    kind: "occupancy",
    path: "occupancy",
    doc: "Nodes with a job, and nodes that queued jobs request, over time.",
  },
];
