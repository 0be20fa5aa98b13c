import type { Stream } from "../../../engine/queue/arrivals.ts";
import type { Order, Team, Workload } from "../../../engine/queue/workload.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { readField } from "../expressions/readField.ts";
import { placeOf } from "../expressions/record.ts";
import type { Context } from "../values/context.ts";
import { type Poison, poison, type RecordValue, type ScenarioValue } from "../values/value.ts";
import { Reader } from "./read.ts";
import { resolve } from "./resolve.ts";
import { toCluster } from "./toCluster.ts";

/**
 * Queue of jobs as the engine's data: the rules of the queue, and its jobs as streams. Each stream submits equal jobs.
 */
export interface QueueData extends Omit<Workload, "jobs"> {
  readonly kind: "queue";
  readonly seed: number;
  readonly streams: readonly Stream[];
}

export function toQueue(context: Context, queue: RecordValue): QueueData | Poison {
  const read = new Reader(context);
  const record = read.record(queue, "cluster");
  const cluster = record && toCluster(context, read, record);
  const streams = read.records(queue, "jobs").map((job, at) => toStream(context, read, job, at));
  const made = {
    teams: toTeams(read, queue, streams),
    order: toOrder(read, queue),
    backfill: read.word<Workload["backfill"]>(queue, "backfill"),
    preemption: read.word<Workload["preemption"]>(queue, "preemption"),
    placement: read.word<Workload["placement"]>(queue, "placement"),
    halfLifeSeconds: read.number(queue, "half_life"),
    seed: read.number(queue, "seed"),
  };
  const leaf = read.optional(queue, "leaf");
  if (read.failed) return read.failed;
  if (!cluster) return poison();
  if (cluster.pools !== null) {
    const what = "a queue on a cluster with pools of unlike devices";
    const instead = "make a queue of each pool: a job runs on nodes of one kind";
    return poison(diagnostic("not-modelled", { what, instead }, placeOf(queue, "cluster") ?? undefined));
  }
  const { name, nodes, devicesPerNode, scaleOut } = cluster;
  const underLeaf = scaleOut?.leafDevices ? Math.floor(scaleOut.leafDevices / devicesPerNode) : nodes;
  return {
    ...{ kind: "queue", name: queue.name, cluster: name, nodes, devicesPerNode, streams },
    ...made,
    blockNodes: Math.min(nodes, Math.max(1, leaf ?? underLeaf)),
  };
}

function toStream(context: Context, read: Reader, job: RecordValue, at: number): Stream {
  const run = readField(context, job, "scenario");
  const scenario = run.kind === "scenario" ? run : null;
  const random = read.word<"nothing" | Stream["random"]>(job, "random");
  return {
    name: read.texts(job, "name")[0] ?? scenario?.name ?? `job ${at + 1}`,
    path: `queue.jobs[${at}]`,
    team: read.texts(job, "team")[0] ?? "",
    submitSeconds: read.number(job, "submit"),
    devices: read.number(job, "devices"),
    seconds: read.number(job, "time"),
    limitSeconds: read.number(job, "limit"),
    priority: read.number(job, "priority"),
    savedEverySeconds: saved(context, read, job, scenario),
    restartSeconds: restart(context, read, job, scenario),
    copies: read.number(job, "copies"),
    everySeconds: read.number(job, "every"),
    random: random === "nothing" ? "none" : random,
  };
}

function saved(context: Context, read: Reader, job: RecordValue, run: ScenarioValue | null): number | null {
  const written = read.optional(job, "checkpoint");
  if (written !== null || read.word(job, "checkpoint") === "none" || !run) return written;
  const interval = resultOf(context, run, "checkpoint.interval");
  if (interval !== null) return interval;
  // Without failures there is no optimal checkpoint interval, but a written interval still applies.
  const resolved = resolve(context, run);
  const planned = resolved.kind === "resolved" ? resolved.scenario.plan.checkpoint?.interval : null;
  return typeof planned === "number" ? planned : null;
}

/**
 * Time to restart a preempted job, in s: processes start and load the checkpoint. A preemption needs no time to detect
 * a failure or to replace a node.
 */
function restart(context: Context, read: Reader, job: RecordValue, run: ScenarioValue | null): number {
  const written = read.optional(job, "restart");
  if (written !== null || !run) return written ?? 0;
  const resolved = resolve(context, run);
  if (resolved.kind !== "resolved") return 0;
  const { recovery } = resolved.scenario.cluster;
  if (recovery.kind === "whole") return recovery.seconds;
  const stages = [recovery.launchSeconds, recovery.warmUpSeconds];
  const seconds = stages.map((stage) => (typeof stage === "number" ? stage : stage.otherwise));
  return seconds.reduce((sum, one) => sum + one, resultOf(context, run, "checkpoint.load") ?? 0);
}

/** Number of a job's scenario at a result path such as `step_time`; null where the result is no number. */
function resultOf(context: Context, scenario: ScenarioValue, path: string): number | null {
  const place = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
  const value = context.outputs.read(context, { kind: "result", path, scenario, record: null }, place);
  return value.kind === "quantity" ? value.value : null;
}

/** Teams of a queue: those that the program writes, or else all teams that submit jobs, with equal shares. */
function toTeams(read: Reader, queue: RecordValue, streams: readonly Stream[]): readonly Team[] {
  const written = read.records(queue, "teams").map(
    (team): Team => ({
      name: read.texts(team, "name")[0] ?? "",
      quota: read.optional(team, "quota"),
      share: read.number(team, "share"),
    }),
  );
  const names = [...new Set(streams.map(({ team }) => team))];
  return written.length > 0 ? written : names.map((name) => ({ name, quota: null, share: 1 }));
}

const PLAIN = { age: 0, fairShare: 0, size: 0, priority: 0, maxAgeSeconds: 1 };

function toOrder(read: Reader, queue: RecordValue): Order {
  const tag = read.record(queue, "order");
  if (tag)
    return {
      kind: "multifactor",
      age: read.number(tag, "age"),
      fairShare: read.number(tag, "fair_share"),
      size: read.number(tag, "size"),
      priority: read.number(tag, "priority"),
      maxAgeSeconds: read.number(tag, "max_age"),
    };
  switch (read.word(queue, "order")) {
    case "shortest":
      return { kind: "shortest" };
    case "priority":
      return { kind: "multifactor", ...PLAIN, priority: 1 };
    case "fair_share":
      return { kind: "multifactor", ...PLAIN, fairShare: 1 };
    default:
      return { kind: "multifactor", ...PLAIN };
  }
}
