import type { Stream } from "../../../engine/queue/arrivals.ts";
import type { SimulatedFailures } from "../../../engine/queue/nodeFailures.ts";
import type { Autoscale, Order, Team, Workload } from "../../../engine/queue/workload.ts";
import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Price } from "../../../engine/scenario/money.ts";
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
export interface QueueData extends Omit<Workload, "jobs" | "failures"> {
  readonly kind: "queue";
  readonly streams: readonly Stream[];
  /** Failures of the cluster that are simulated; null where none are. */
  readonly failures: SimulatedFailures | null;
}

export function toQueue(context: Context, queue: RecordValue): QueueData | Poison {
  const read = new Reader(context);
  const record = read.record(queue, "cluster");
  const cluster = record && toCluster(context, read, record);
  const isSimulated = read.word(queue, "failures") === "simulated";
  const streams = read
    .records(queue, "jobs")
    .map((job, at) => toStream(context, read, { job, path: `queue.jobs[${at}]`, at, isSimulated }));
  const made = {
    teams: toTeams(read, queue, streams),
    order: toOrder(read, queue),
    backfill: read.word<Workload["backfill"]>(queue, "backfill"),
    preemption: read.word<Workload["preemption"]>(queue, "preemption"),
    placement: read.word<Workload["placement"]>(queue, "placement"),
    halfLifeSeconds: read.number(queue, "half_life"),
    seed: read.number(queue, "seed"),
    autoscale: toAutoscale(read, queue),
  };
  const leaf = read.optional(queue, "leaf");
  if (read.failed) return read.failed;
  if (!cluster) return poison();
  if (cluster.pools !== null) {
    const what = "a queue on a cluster with pools of unlike devices";
    const instead = "make a queue of each pool: a job runs on nodes of one kind";
    return poison(diagnostic("not-modelled", { what, instead }, placeOf(queue, "cluster") ?? undefined));
  }
  const failures = isSimulated ? toFailures(cluster) : null;
  if (failures && "what" in failures)
    return poison(diagnostic("not-modelled", failures, placeOf(queue, "failures") ?? undefined));
  const { name, devicesPerNode, scaleOut, price } = cluster;
  const scaled = read.record(queue, "autoscale");
  const nodes = scaled ? read.number(scaled, "max") : cluster.nodes;
  const underLeaf = scaleOut?.leafDevices ? Math.floor(scaleOut.leafDevices / devicesPerNode) : nodes;
  return {
    ...{ kind: "queue", name: queue.name, cluster: name, nodes, devicesPerNode, streams },
    ...made,
    failures,
    price: price === null || price.kind === "owned" ? null : priceOf(price),
    blockNodes: Math.min(nodes, Math.max(1, leaf ?? underLeaf)),
  };
}

interface JobOf {
  readonly job: RecordValue;
  readonly path: string;
  readonly at: number;
  /** True where failures are simulated, so that the running time is the one without them. */
  readonly isSimulated: boolean;
}

function toStream(context: Context, read: Reader, { job, path, at, isSimulated }: JobOf): Stream {
  const run = readField(context, job, "scenario");
  const scenario = run.kind === "scenario" ? run : null;
  const random = read.word<"nothing" | Stream["random"]>(job, "random");
  return {
    name: read.texts(job, "name")[0] ?? scenario?.name ?? `job ${at + 1}`,
    path,
    team: read.texts(job, "team")[0] ?? "",
    submitSeconds: read.number(job, "submit"),
    devices: read.number(job, "devices"),
    ...(isSimulated && scenario && !job.fields.has("time")
      ? undisturbed(context, read, job, scenario)
      : {
          seconds: read.number(job, "time"),
          limitSeconds: read.number(job, "limit"),
          savedEverySeconds: saved(context, read, job, scenario),
          blockingSeconds: null,
        }),
    priority: read.number(job, "priority"),
    restartSeconds: restart(context, read, job, scenario, false),
    failedSeconds: isSimulated ? restart(context, read, job, scenario, true) : 0,
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
 * Times of a job that runs a scenario without its failures. Its running time and its limit, where the program writes none,
 * follow from `blockingSeconds`, the time that a checkpoint stops training.
 */
function undisturbed(
  context: Context,
  read: Reader,
  job: RecordValue,
  run: ScenarioValue,
): Pick<Stream, "seconds" | "limitSeconds" | "savedEverySeconds" | "blockingSeconds"> {
  return {
    seconds: resultOf(context, run, "run.training") ?? read.number(job, "time"),
    limitSeconds: job.fields.has("limit") ? read.number(job, "limit") : null,
    savedEverySeconds: saved(context, read, job, run),
    blockingSeconds: resultOf(context, run, "checkpoint.blocking") ?? 0,
  };
}

/**
 * Time to restart a stopped job, in s: processes start and load the checkpoint. A failure is detected first; replacing its
 * node is up to the queue. A preemption needs no time to detect it.
 */
function restart(
  context: Context,
  read: Reader,
  job: RecordValue,
  run: ScenarioValue | null,
  isFailure: boolean,
): number {
  const written = read.optional(job, "restart");
  if (written !== null || !run) return written ?? 0;
  const resolved = resolve(context, run);
  if (resolved.kind !== "resolved") return 0;
  const { recovery } = resolved.scenario.cluster;
  if (recovery.kind === "whole") return recovery.seconds;
  const stages = [recovery.launchSeconds, recovery.warmUpSeconds];
  if (isFailure) stages.push(recovery.detectionSeconds);
  const seconds = stages.map((stage) => (typeof stage === "number" ? stage : stage.otherwise));
  return seconds.reduce((sum, one) => sum + one, resultOf(context, run, "checkpoint.load") ?? 0);
}

/** Number of a job's scenario at a result path such as `step_time`; null where the result is no number. */
function resultOf(context: Context, scenario: ScenarioValue, path: string): number | null {
  const place = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
  const value = context.outputs.read(context, { kind: "result", path, scenario, record: null }, place);
  return value.kind === "quantity" ? value.value : null;
}

/** Failures of a cluster for the simulation, or the reason why they are not modelled. */
function toFailures({
  failures,
  repairSeconds,
}: Cluster): SimulatedFailures | { readonly what: string; readonly instead: string } {
  if (failures === null)
    return {
      what: "simulated failures of a queue whose cluster has no `failures`",
      instead: "`cluster.failures = poisson(mtbf = 5 GPU-years)`, or a fleet of std/fleets",
    };
  if (failures.kind === "annual")
    return {
      what: "simulated failures of a queue by `annual` rates, which count parts of a job's network",
      instead: "`failures = poisson(..)` or `fleet(..)` of the cluster",
    };
  return { failures, repairSeconds };
}

function toAutoscale(read: Reader, queue: RecordValue): Autoscale | null {
  const tag = read.record(queue, "autoscale");
  return (
    tag && {
      least: read.number(tag, "min"),
      provisionSeconds: read.number(tag, "provision"),
      releaseSeconds: read.number(tag, "release"),
    }
  );
}

const priceOf = (price: Exclude<Price, { kind: "owned" }>): NonNullable<Workload["price"]> => ({
  path: price.kind === "reserved" ? "queue.cluster.price.rate" : "queue.cluster.price",
  perDeviceSecond: price.perDeviceSecond,
});

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
