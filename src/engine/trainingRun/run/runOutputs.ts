import { withUnit } from "../../../units/index.ts";
import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import type { GoodputEstimate } from "../../estimate/goodputEstimate.ts";
import { numberOutput, partOutputs } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";
import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import type { RunEstimate } from "../../estimate/runEstimate.ts";
import type { Simulation } from "../../estimate/simulation.ts";

type Of<K extends "reliability" | "checkpoint" | "goodput" | "run", V> = (K extends "reliability"
  ? { read: <N>(of: ReliabilityEstimate<N>) => V | N }
  : K extends "checkpoint"
    ? { read: <N>(of: CheckpointEstimate<N>) => V | N }
    : K extends "goodput"
      ? { read: <N>(of: GoodputEstimate<N>) => V | N }
      : { read: <N>(of: RunEstimate<N>) => V | N })["read"];

const SAVED: readonly string[] = ["cluster.failures", "plan.checkpoint"];
const RUN: readonly string[] = ["plan.tokens"];

const fails = (name: string, unit: string, doc: string, read: Of<"reliability", never>): Output =>
  numberOutput(
    `reliability.${name}`,
    unit,
    doc,
    (e) => e.reliability && read(e.reliability),
    "cluster.failures",
  );

const saves = (name: string, unit: string, doc: string, read: Of<"checkpoint", never>): Output =>
  numberOutput(`checkpoint.${name}`, unit, doc, (e) => e.checkpoint && read(e.checkpoint), "plan.checkpoint");

const keeps = (path: string, unit: string, doc: string, read: Of<"goodput", never>): Output =>
  numberOutput(path, unit, doc, (e) => e.goodput && read(e.goodput), ...SAVED);

const runs = (
  path: string,
  unit: string,
  doc: string,
  read: Of<"run", null>,
  needs: readonly string[] = RUN,
): Output => numberOutput(path, unit, doc, (e) => e.run && read(e.run), ...needs);

const SPENT: readonly (readonly [name: string, doc: string])[] = [
  ["training", "Time of steps that make progress."],
  ["checkpoints", "Time checkpoints pause training."],
  ["rework", "Work lost to failures, repeated."],
  ["recovery", "Time from failures until training resumes."],
  ["shrunk", "Time an elastic run loses while replicas are missing."],
  ["preempted", "Time lost to nodes reclaimed with notice."],
  ["waiting", "Time spent waiting for nodes in repair."],
  ["maintenance", "Time of planned interruptions (maintenance)."],
];

const simulated = (
  name: string,
  unit: string,
  doc: string,
  read: (simulation: Simulation) => number,
): Output => ({ kind: "simulated", path: `simulation.${name}`, unit, doc, needs: [...RUN, ...SAVED], read });

/** Outputs of reliability, checkpoints, goodput and the run to a token budget. */
export const runOutputs: readonly Output[] = [
  {
    kind: "chapter",
    path: "reliability",
    doc: "How often the cluster fails, by failing part, and how long recovery takes.",
    needs: ["cluster.failures"],
    has: (e) => e.reliability !== null,
  },
  fails("mtbf", "s", "Mean time between failures of the cluster.", (r) => r.mtbf),
  fails(
    "rate",
    "1/s",
    "Failure rate of the cluster. Multiply by a period for the expected number.",
    (r) => r.rate,
  ),
  keeps(
    "reliability.recovery",
    "s",
    "Time from a failure until training resumes, without the lost work.",
    (g) => g.recovery.total,
  ),
  keeps(
    "reliability.waiting",
    "1",
    "Share of time the run waits for nodes because more are in repair than there are spares.",
    (g) => g.waiting,
  ),
  {
    kind: "chapter",
    path: "checkpoint",
    doc: "Size of a checkpoint, and the time to save and load it.",
    needs: ["plan.checkpoint"],
    has: (e) => e.checkpoint !== null,
  },
  saves("size", "B", "Size of a full checkpoint, with everything written once.", (c) => c.size),
  saves(
    "size_per_device",
    "B",
    "The largest part of a checkpoint that one device writes.",
    (c) => c.perDevice,
  ),
  saves(
    "blocking",
    "s",
    "Time a checkpoint pauses training: planning, staging and barriers (`stall`), the copy to the host, and the network time its writes take from gradients.",
    (c) => c.blocking,
  ),
  saves(
    "unsafe",
    "s",
    "Time from the end of the pause until the checkpoint is safely written, while training continues.",
    (c) => c.unsafe,
  ),
  saves("load", "s", "Time to load a checkpoint.", (c) => c.load),
  keeps("checkpoint.interval", "s", "Training time between two checkpoints.", (g) => g.interval),
  keeps(
    "goodput",
    "1",
    "Share of wall-clock time that becomes progress under failures and checkpoints: the effective training time ratio.",
    (g) => g.total,
  ),
  runs("steps", "1", "Optimizer steps to the token budget.", (r) => r.steps),
  runs(
    "time_to_train",
    "s",
    "Wall-clock time to the token budget, including lost work when failures and checkpoints are modelled.",
    (r) => r.timeToTrain,
  ),
  runs(
    "device_time",
    "GPU*s",
    "Device time of the run: number of devices times `time_to_train`.",
    (r) => r.deviceTime,
  ),
  {
    kind: "breakdown",
    path: "run",
    unit: "s",
    doc: "Where the wall-clock time to the token budget goes.",
    needs: RUN,
    read: (e) => e.run?.time ?? null,
  },
  ...partOutputs("run", "s", SPENT, (e) => e.run?.time, ...RUN, ...SAVED),
  runs("run.failures", "1", "Failures during the run, on average.", (r) => r.failures, [...RUN, ...SAVED]),
  {
    kind: "simulation",
    path: "simulation",
    doc: "Simulated runs with random failures, as many as `plan.simulate` says: when they end, compared with the closed-form formula.",
    needs: [...RUN, ...SAVED],
  },
  simulated("mean", "s", "Mean wall-clock time of the simulated runs.", (s) => s.mean),
  simulated("low", "s", "Lower end of the mean's 95% confidence interval.", (s) => s.low),
  simulated("high", "s", "Upper end of the mean's 95% confidence interval.", (s) => s.high),
  ...[5, 10, 25, 50, 75, 90, 95, 99].map((percent) =>
    simulated(
      `p${percent}`,
      "s",
      `Time within which ${withUnit(String(percent), "%")} of the simulated runs end.`,
      (s) => s.percentile(percent / 100),
    ),
  ),
  simulated(
    "goodput",
    "1",
    "Goodput of the simulated runs: time without failures over their mean time.",
    (s) => s.goodput,
  ),
  simulated("failures", "1", "Failures of a simulated run, on average.", (s) => s.failures),
];
