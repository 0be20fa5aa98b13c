import { type Breakdown, partValue } from "../estimate/breakdown.ts";
import type { QueueEstimate } from "./queueEstimate.ts";

/** The results that a program can name on a queue: `shared.wait`. They work on numbers and on derivations. */
export type QueueOutput = { readonly path: string; readonly doc: string } & (
  | { readonly kind: "number"; readonly unit: string; read<N>(of: QueueEstimate<N>): N }
  | { readonly kind: "count"; readonly unit: "1"; read(of: QueueEstimate): number }
  | { readonly kind: "breakdown"; readonly unit: string; read<N>(of: QueueEstimate<N>): Breakdown<N> }
  /** Who runs where and when; the nodes that have a job, over time. */
  | { readonly kind: "timeline" | "occupancy" }
);

const number = (
  path: string,
  unit: string,
  doc: string,
  read: <N>(of: QueueEstimate<N>) => N,
): QueueOutput => ({ kind: "number", path, unit, doc, read });

const PARTS: readonly (readonly [name: string, doc: string])[] = [
  ["work", "Of work that is kept."],
  ["lost", "Of work that preemptions undo."],
  ["restarts", "Of jobs that go on after a preemption, until they progress."],
  ["rounding", "Of devices beside a job on its nodes."],
  ["fragmented", "Idle although nodes enough for a waiting job are free: in the wrong places."],
  ["policy", "Idle although a waiting job would fit: order or a reservation keeps it back."],
  ["quota", "Idle because all that wait are over their team's quota."],
  ["too_few", "Idle because fewer nodes are free than any waiting job wants."],
  ["empty", "Idle because nothing waits."],
];

export const queueOutputs: readonly QueueOutput[] = [
  number(
    "wait",
    "s",
    "Time from a job's submission to its first start, the mean over all jobs.",
    (q) => q.wait,
  ),
  number("longest_wait", "s", "The longest of them.", (q) => q.longestWait),
  number(
    "slowdown",
    "1",
    "Time from a job's submission to its end over what it takes, the mean over all jobs.",
    (q) => q.slowdown,
  ),
  number("makespan", "s", "Time from the first submission to the last end.", (q) => q.makespan),
  number(
    "utilisation",
    "1",
    "Share of the cluster's device time over the makespan that becomes work.",
    (q) => q.utilisation,
  ),
  number(
    "fragmentation",
    "1",
    "Share of it that is idle although nodes enough for a waiting job are free, in the wrong places.",
    (q) => q.fragmentation,
  ),
  number("lost_work", "GPU*s", "Device time of work that preemptions undo.", (q) => q.lostWork),
  {
    kind: "count",
    path: "preemptions",
    unit: "1",
    doc: "How often a job is preempted.",
    read: (q) => q.preemptions,
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
  { kind: "timeline", path: "timeline", doc: "Which job is on which nodes, when." },
  {
    kind: "occupancy",
    path: "occupancy",
    doc: "Nodes that have a job, and nodes that are waited for, over time.",
  },
];
