import type { Algebra, Part } from "../core/algebra.ts";
import { type Breakdown, breakdownsOf, partValue } from "../estimate/breakdown.ts";
import * as book from "../formulas/run/queue.ts";
import type { IdleReason } from "./idle.ts";
import type { QueueRun, Span } from "./simulateQueue.ts";
import type { Job, Workload } from "./workload.ts";

/** Waiting times and device time of a shared cluster. */
export interface QueueEstimate<N = number> {
  /** Time from submission to first start, mean over all jobs, s. `longestWait` is the longest. */
  readonly wait: N;
  readonly longestWait: N;
  /** Time from submission to end ÷ the job's running time, mean over all jobs. */
  readonly slowdown: N;
  /** Time from the first submission to the last end, s. */
  readonly makespan: N;
  /**
   * Share of the cluster's device time in work that counts. `fragmentation` is the share idle with enough
   * free nodes in the wrong places.
   */
  readonly utilisation: N;
  readonly fragmentation: N;
  /** Breakdown of the cluster's device time, GPU*s. */
  readonly deviceTime: Breakdown<N>;
  /** Work undone by preemptions and failures, GPU*s. */
  readonly lostWork: N;
  readonly preemptions: number;
  /** Failures of nodes that stopped a job. */
  readonly failures: number;
  /** Share of a job's time on its nodes that becomes lasting work, mean over the jobs. */
  readonly goodput: N;
  /** Nodes that are rented, mean over time. */
  readonly rentedNodes: N;
  /** Cost of the rented devices, $; null without a price by the hour. */
  readonly cost: N | null;
}

const IDLE: readonly (readonly [reason: IdleReason, label: string])[] = [
  ["fragmented", "idle: enough free nodes, but in the wrong places"],
  ["policy", "idle: held for queue order or reservations"],
  ["quota", "idle: every queued job is blocked by its quota"],
  ["too_few", "idle: fewer free nodes than any queued job needs"],
  ["empty", "idle: no queued jobs"],
];

/** Rented nodes that cannot run a job, of queues with autoscaling or failures. */
const UNREADY: typeof IDLE = [
  ["starting", "idle: nodes that are ordered and start"],
  ["repair", "idle: broken nodes"],
];

/** Numbers of a simulated queue, each traceable to its jobs. */
export function queueEstimate<N>(alg: Algebra<N>, workload: Workload, run: QueueRun): QueueEstimate<N> {
  const { jobs, nodes, devicesPerNode } = workload;
  const moment = (name: string, value: number): N => alg.constant(name, value, "s", "the simulated queue");
  const submitted = (job: Job): N => ofJob(alg, job, "submit", job.submitSeconds);
  const n = alg.constant("jobs", jobs.length, "1", "queue.jobs");
  const waits = run.jobs.map(({ job, start }) => ({
    label: job.name,
    value: alg.apply(book.jobWait, {
      tau_1: moment("first start", start),
      tau_0: submitted(job),
    }),
  }));
  const slowdowns = run.jobs.map(({ job, end }) => ({
    label: job.name,
    value: alg.apply(book.jobSlowdown, {
      tau_1: moment("end", end),
      tau_0: submitted(job),
      tau: ofJob(alg, job, "time", job.seconds),
    }),
  }));
  const A = alg.apply(book.jobWait, {
    tau_1: moment("last end", Math.max(...run.jobs.map(({ end }) => end))),
    tau_0: moment("first submission", Math.min(...jobs.map((job) => job.submitSeconds))),
  });
  const n_g = alg.input("queue.cluster.devices", nodes * devicesPerNode, "GPU");
  const deviceTime = timeOfDevices(alg, workload, run);
  const share = (name: string): N => {
    const T_x = partValue(deviceTime, `device_time.${name}`);
    return workload.autoscale
      ? alg.apply(book.shareOfRented, { T_x, T_g: deviceTime.value })
      : alg.apply(book.shareOf, { T_x, n_g, A });
  };
  const goodputs = run.jobs.map(({ job, spans }) => ({
    label: job.name,
    value: alg.apply(book.jobGoodput, {
      tau: ofJob(alg, job, "time", job.seconds),
      tau_1: moment(
        "time on its nodes",
        spans.reduce((sum, { from, until }) => sum + until - from, 0),
      ),
    }),
  }));
  return {
    wait: alg.apply(book.meanOf, { tau: alg.sum("time that jobs wait", "s", waits), n }),
    longestWait: alg.max("longest wait", "s", waits),
    slowdown: alg.apply(book.meanNumber, { n_k: alg.sum("slowdown of all jobs", "1", slowdowns), n }),
    makespan: A,
    utilisation: share("work"),
    fragmentation: share("fragmented"),
    deviceTime,
    lostWork: partValue(deviceTime, "device_time.lost"),
    preemptions: run.spans.filter(({ preempted }) => preempted).length,
    failures: run.spans.filter(({ failed }) => failed).length,
    goodput: alg.apply(book.meanNumber, { n_k: alg.sum("goodput of all jobs", "1", goodputs), n }),
    rentedNodes: alg.apply(book.rentedNodes, {
      T_g: deviceTime.value,
      n_d: alg.input("queue.cluster.devices_per_node", devicesPerNode, "GPU"),
      A,
    }),
    cost:
      workload.price &&
      alg.apply(book.queueCost, {
        T_g: deviceTime.value,
        c_g: alg.input(workload.price.path, workload.price.perDeviceSecond, "$/GPU/s"),
      }),
  };
}

/** Breakdown of the cluster's device time by use. Its parts sum to devices times makespan. */
function timeOfDevices<N>(alg: Algebra<N>, workload: Workload, run: QueueRun): Breakdown<N> {
  const { devicesPerNode, jobs } = workload;
  const devicesOf = (job: Job): N => alg.input(`${job.path}.devices`, job.devices, "GPU");
  const held = (n_g: N, name: string, seconds: number): N =>
    alg.apply(book.heldTime, { n_g, tau: alg.constant(name, seconds, "s", "the simulated queue") });
  const work = jobs.map((job) => ({
    label: job.name,
    value: alg.apply(book.heldTime, {
      n_g: devicesOf(job),
      tau: ofJob(alg, job, "time", job.seconds),
    }),
  }));
  const lost = run.spans
    .filter(({ preempted, failed }) => preempted || failed)
    .map((span) => part(span, lostOf(alg, span)));
  const restarts = run.spans
    .filter(({ restart }) => restart > 0)
    .map((span) => part(span, held(devicesOf(span.job), "restart time", span.restart)));
  const rounding = run.spans.flatMap((span) => {
    const unused = span.nodes.length * devicesPerNode - span.job.devices;
    if (unused === 0) return [];
    const n_g = alg.constant("unused devices on its nodes", unused, "GPU", "whole nodes");
    return [part(span, held(n_g, "time on its nodes", span.until - span.from))];
  });
  const stops = workload.failures ? "preemptions and failures" : "preemptions";
  const parts = [
    sumOf(alg, "work", "lasting work", work),
    sumOf(alg, "lost", `work lost to ${stops}`, lost),
    sumOf(alg, "restarts", `restarting after ${stops}`, restarts),
    sumOf(alg, "rounding", "unused devices on a job's nodes", rounding),
    ...[...IDLE, ...(workload.failures || workload.autoscale ? UNREADY : [])].map(([reason, label]) =>
      sumOf(
        alg,
        reason,
        label,
        run.idle
          .filter((one) => one.reason === reason)
          .map(({ nodes, from, until }) => {
            const n_g = alg.constant(
              "devices without a job",
              nodes * devicesPerNode,
              "GPU",
              "the simulated queue",
            );
            return { label: `${nodes} nodes`, value: held(n_g, "time", until - from) };
          }),
      ),
    ),
  ];
  const value = alg.sum("device time of the cluster", "GPU*s", parts);
  return { name: "device_time", label: "device time", unit: "GPU*s", value, parts };
}

/** Lost work of a stopped job: since its last checkpoint, or all progress without checkpoints. */
function lostOf<N>(alg: Algebra<N>, { job, progress }: Span): N {
  const n_g = alg.input(`${job.path}.devices`, job.devices, "GPU");
  const tau = alg.constant("progress when it was preempted", progress, "s", "the simulated queue");
  return job.savedEverySeconds === null
    ? alg.apply(book.heldTime, { n_g, tau })
    : alg.apply(book.lostProgress, {
        n_g,
        tau,
        tau_k: alg.input(`${job.path}.checkpoint`, job.savedEverySeconds, "s"),
      });
}

/** A time of a job: a field, or a number derived from fields for one of several copies. */
const ofJob = <N>(alg: Algebra<N>, job: Job, field: "submit" | "time", value: number): N =>
  field === "time" && job.isUndisturbed
    ? alg.constant("running time without failures", value, "s", `training and checkpoints of ${job.path}`)
    : job.written
      ? alg.input(`${job.path}.${field}`, value, "s")
      : alg.constant(
          field === "submit" ? "submission of the job" : "running time of the job",
          value,
          "s",
          `one of the copies of ${job.path}`,
        );

const part = <N>({ job }: Span, value: N): Part<N> => ({ label: job.name, value });

const deviceTime = breakdownsOf("device_time", "GPU*s");

function sumOf<N>(alg: Algebra<N>, name: string, label: string, of: readonly Part<N>[]): Breakdown<N> {
  return deviceTime(name, label, alg.sum(label, "GPU*s", of));
}
