import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Jobs that share a cluster.

const MULTIFACTOR = "Slurm, Multifactor Priority Plugin (slurm.schedmd.com/priority_multifactor.html)";
const FAIR_SHARE = "Slurm, Classic Fairshare Algorithm (slurm.schedmd.com/classic_fair_share.html)";

const at = (symbol: string, meaning: string) => ({ ...y.seconds, symbol, meaning });
const weight = (symbol: string, meaning: string) => ({ ...y.count, symbol, meaning: `weight of ${meaning}` });

export const fairShareFactor = formula({
  name: "fairShareFactor",
  result: "fair-share factor of a team",
  unit: "1",
  expression: "2^(-(c_u/c_s))",
  symbols: {
    c_u: { ...y.usage, meaning: "the team's share of past usage, which counts half after each half-life" },
    c_s: { ...y.count, symbol: "c_s", meaning: "the team's share of the cluster" },
  },
  source: FAIR_SHARE,
  example: { c_u: 0.5, c_s: 0.25, gives: 0.25 },
});

export const jobPriority = formula({
  name: "jobPriority",
  result: "priority of a waiting job",
  unit: "1",
  expression: "w_1*min(1, tau/tau_max) + w_2*c_y + w_3*n_q/n_N + w_4*p_y",
  symbols: {
    w_1: weight("w_1", "age"),
    tau: at("tau", "time since the job's submission"),
    tau_max: at("tau_max", "waiting time after which age no longer raises the priority"),
    w_2: weight("w_2", "fair share"),
    c_y: { ...y.count, symbol: "c_y", meaning: "fair-share factor of the job's team" },
    w_3: weight("w_3", "size"),
    n_q: { ...y.count, symbol: "n_q", meaning: "nodes of the job" },
    n_N: y.nodes,
    w_4: weight("w_4", "priority of the job"),
    p_y: { ...y.count, symbol: "p_y", meaning: "priority of the job" },
  },
  source: MULTIFACTOR,
  example: {
    ...{ w_1: 1, tau: 3600, tau_max: 36000, w_2: 2, c_y: 0.5 },
    ...{ w_3: 1, n_q: 4, n_N: 16, w_4: 1, p_y: 3, gives: 4.35 },
  },
});

export const jobWait = formula({
  name: "jobWait",
  result: "time that a job waits for its first start",
  unit: "s",
  expression: "tau_1 - tau_0",
  symbols: { tau_1: at("tau_1", "first start of the job"), tau_0: at("tau_0", "submission of the job") },
  source: "definition",
  example: { tau_1: 7200, tau_0: 3600, gives: 3600 },
});

export const jobSlowdown = formula({
  name: "jobSlowdown",
  result: "time from a job's submission to its end, divided by its running time",
  unit: "1",
  expression: "(tau_1 - tau_0)/tau",
  symbols: {
    tau_1: at("tau_1", "end of the job"),
    tau_0: at("tau_0", "submission of the job"),
    tau: at("tau", "running time of the job without preemption"),
  },
  source:
    "Feitelson, Rudolph, Metrics and benchmarking for parallel job scheduling, JSSPP 1998 (doi:10.1007/BFb0053978)",
  example: { tau_1: 7200, tau_0: 0, tau: 3600, gives: 2 },
});

export const meanOf = formula({
  name: "meanOf",
  result: "mean over the jobs of the queue",
  unit: "s",
  expression: "tau/n",
  symbols: { tau: at("tau", "sum over the jobs"), n: { ...y.count, meaning: "jobs" } },
  source: "definition",
  example: { tau: 7200, n: 3, gives: 2400 },
});

export const meanNumber = formula({
  name: "meanNumber",
  result: "mean over the jobs of the queue",
  unit: "1",
  expression: "n_k/n",
  symbols: {
    n_k: { ...y.count, symbol: "n_k", meaning: "sum over the jobs" },
    n: { ...y.count, meaning: "jobs" },
  },
  source: "definition",
  example: { n_k: 6, n: 4, gives: 1.5 },
});

export const heldTime = formula({
  name: "heldTime",
  result: "device time of a part of a job",
  unit: "GPU*s",
  expression: "n_g*tau",
  symbols: {
    n_g: { ...y.devices, meaning: "devices" },
    tau: { ...y.seconds, meaning: "time for which the devices are held" },
  },
  source: "definition",
  example: { n_g: 64, tau: 3600, gives: 230400 },
});

export const lostProgress = formula({
  name: "lostProgress",
  result: "device time of work lost to a preemption",
  unit: "GPU*s",
  expression: "n_g*(tau - floor(tau/tau_k)*tau_k)",
  symbols: {
    n_g: { ...y.devices, meaning: "devices of the job" },
    tau: at("tau", "progress of the job when it is preempted"),
    tau_k: at("tau_k", "progress of the job between two checkpoints"),
  },
  source: "definition: a preempted job restarts from its last checkpoint",
  assumes: "a checkpoint is complete as soon as it is due",
  example: { n_g: 8, tau: 9000, tau_k: 3600, gives: 14400 },
});

export const checkpointedTime = formula({
  name: "checkpointedTime",
  result: "running time of a job with its checkpoints, without failures",
  unit: "s",
  expression: "tau*(1 + C_k/tau_i)",
  symbols: {
    tau: at("tau", "running time without checkpoints"),
    C_k: y.checkpointTime,
    tau_i: y.interval,
  },
  source: "definition",
  example: { tau: 36000, C_k: 60, tau_i: 3600, gives: 36600 },
});

export const nodeFailureRate = formula({
  name: "nodeFailureRate",
  result: "failure rate of one node",
  unit: "1/s",
  expression: "n_d*n_f/(n_g*tau)",
  symbols: {
    n_d: y.nodeDevices,
    n_f: { ...y.count, symbol: "n_f", meaning: "failures that were observed" },
    n_g: { ...y.devices, unit: "1", meaning: "devices that were observed" },
    tau: at("tau", "length of the observation"),
  },
  source: "definition: a failure of any of its parts stops a node",
  example: { n_d: 8, n_f: 419, n_g: 16384, tau: 4665600, gives: 4.3850703821587794e-8 },
});

export const triesOfInterval = formula({
  name: "triesOfInterval",
  result: "failures before a job reaches its next checkpoint, expected",
  unit: "1",
  expression: "exp(nu*(tau_i + R_s)) - 1",
  symbols: {
    nu: { ...y.count, symbol: "nu", unit: "1/s", meaning: "failure rate of the job's nodes" },
    tau_i: y.interval,
    R_s: y.restart,
  },
  source: "Daly, FGCS 22(3), 2006, eq. 20: a try succeeds with the probability exp(-nu*(tau_i + R_s))",
  example: { nu: 1e-4, tau_i: 3600, R_s: 0, gives: 0.43332941456034 },
});

export const shareOfRented = formula({
  name: "shareOfRented",
  result: "share of the rented device time",
  unit: "1",
  expression: "T_x/T_g",
  symbols: {
    T_x: { ...y.deviceSeconds, symbol: "T_x", meaning: "device time of this kind" },
    T_g: { ...y.deviceSeconds, meaning: "device time of all rented nodes" },
  },
  source: "definition",
  example: { T_x: 5e5, T_g: 1e6, gives: 0.5 },
});

export const jobGoodput = formula({
  name: "jobGoodput",
  result: "share of a job's time on its nodes that becomes lasting work",
  unit: "1",
  expression: "tau/tau_1",
  symbols: {
    tau: at("tau", "running time of the job without preemption and failures"),
    tau_1: at("tau_1", "time of the job on its nodes"),
  },
  source: "definition",
  example: { tau: 3600, tau_1: 4000, gives: 0.9 },
});

export const rentedNodes = formula({
  name: "rentedNodes",
  result: "nodes that are rented, mean over the makespan",
  unit: "1",
  expression: "T_g/(n_d*A)",
  symbols: {
    T_g: { ...y.deviceSeconds, meaning: "device time of all rented nodes" },
    n_d: { ...y.nodeDevices, unit: "GPU" },
    A: { ...y.wall, meaning: "makespan of the queue" },
  },
  source: "definition",
  example: { T_g: 6.4e6, n_d: 8, A: 1e5, gives: 8 },
});

export const queueCost = formula({
  name: "queueCost",
  result: "cost of the rented device time",
  unit: "$",
  expression: "T_g*c_g",
  symbols: { T_g: { ...y.deviceSeconds, meaning: "device time of all rented nodes" }, c_g: y.price },
  source: "definition",
  assumes: "a node is paid for from its order until it is given back, and while it is repaired",
  example: { T_g: 3600, c_g: 0.001, gives: 3.6 },
});

export const shareOf = formula({
  name: "shareOf",
  result: "share of the cluster's device time",
  unit: "1",
  expression: "T_x/(n_g*A)",
  symbols: {
    T_x: { ...y.deviceSeconds, symbol: "T_x", meaning: "device time of this kind" },
    n_g: y.devices,
    A: { ...y.wall, meaning: "makespan of the queue" },
  },
  source: "definition",
  example: { T_x: 64e4, n_g: 64, A: 1e5, gives: 0.1 },
});
