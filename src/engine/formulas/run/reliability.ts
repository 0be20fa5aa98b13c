import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Failure rates of a cluster, and its downtime.

const META = "arXiv:2410.21680, section 3";
const population = symbol("n_x", "parts of the kind in the cluster");

export const poissonRate = formula({
  name: "poissonRate",
  result: "failure rate of the cluster",
  unit: "1/s",
  expression: "n_g/M_g",
  symbols: { n_g: y.devices, M_g: y.deviceMtbf },
  source: META,
  assumes: "devices fail independently, at a constant rate",
  example: { n_g: 1000, M_g: 1e9, gives: 1e-6 },
});

export const observedRate = formula({
  name: "observedRate",
  result: "failure rate of one kind, from observations of a fleet",
  unit: "1/s",
  expression: "n_f*n_g/(n_0*tau_0)",
  symbols: {
    n_f: symbol("n_f", "failures of this kind in the observed fleet"),
    n_g: y.devices,
    n_0: symbol("n_0", "devices in the observed fleet", "GPU"),
    tau_0: symbol("tau_0", "length of the fleet's observation", "s"),
  },
  source: META,
  assumes: "interruptions grow with the devices, whatever their kind",
  example: { n_f: 419, n_g: 16384, n_0: 16384, tau_0: 4665600, gives: 419 / 4665600 },
});

export const annualRate = formula({
  name: "annualRate",
  result: "failure rate of one kind",
  unit: "1/s",
  expression: "c_y*n_x/tau_y",
  symbols: {
    c_y: symbol("c_y", "failures per year of one part"),
    n_x: population,
    tau_y: symbol("tau_y", "a year", "s"),
  },
  source: "definition",
  example: { c_y: 0.05, n_x: 1000, tau_y: 31557600, gives: 50 / 31557600 },
});

export const clusterMtbf = formula({
  name: "clusterMtbf",
  result: "mean time between failures of the cluster",
  unit: "s",
  expression: "1/nu",
  symbols: { nu: y.failureRate },
  source: META,
  assumes: "every failure stops the whole run",
  example: { nu: 1e-6, gives: 1e6 },
});

export const lostShare = formula({
  name: "lostShare",
  result: "share of failures that are of a kind, or lose the checkpoints in memory",
  unit: "1",
  expression: "nu_x/nu",
  symbols: { nu_x: y.kindRate, nu: y.failureRate },
  source: "definition",
  example: { nu_x: 1e-7, nu: 1e-6, gives: 0.1 },
});

export const networkPorts = formula({
  name: "networkPorts",
  result: "network adapters of the cluster",
  unit: "1",
  expression: "n_N*n_nic",
  symbols: { n_N: y.nodes, n_nic: y.nics },
  source: "definition",
  example: { n_N: 128, n_nic: 8, gives: 1024 },
});

export const networkCables = formula({
  name: "networkCables",
  result: "cables of the cluster",
  unit: "1",
  expression: "n_N*n_nic*(1 + 1/o)",
  symbols: { n_N: y.nodes, n_nic: y.nics, o: y.oversubscription },
  source: "a tree of two levels: Leiserson 1985",
  assumes: "as many cables above the leaves as the oversubscription leaves",
  example: { n_N: 128, n_nic: 8, o: 1, gives: 2048 },
});

export const networkSwitches = formula({
  name: "networkSwitches",
  result: "switches of the cluster",
  unit: "1",
  expression: "ceil(n_N*n_nic/n_p) + ceil(n_N*n_nic/(2*n_p*o))",
  symbols: {
    n_N: y.nodes,
    n_nic: y.nics,
    n_p: symbol("n_p", "adapters under a leaf switch"),
    o: y.oversubscription,
  },
  source: "a tree of two levels: Leiserson 1985",
  assumes: "switches above the leaves have twice as many ports",
  example: { n_N: 128, n_nic: 8, n_p: 32, o: 1, gives: 48 },
});

export const preemptionRate = formula({
  name: "preemptionRate",
  result: "rate at which nodes are reclaimed",
  unit: "1/s",
  expression: "n_N/tau_p",
  symbols: {
    n_N: { ...y.nodes, meaning: "nodes that can be reclaimed, or 1 if the time is for the whole cluster" },
    tau_p: symbol("tau_p", "mean time between reclamations of one node, or of any node of the cluster", "s"),
  },
  source: "definition",
  assumes: "nodes are reclaimed independently, at a constant rate",
  example: { n_N: 100, tau_p: 1e6, gives: 1e-4 },
});

export const repairLoad = formula({
  name: "repairLoad",
  result: "nodes in repair on average, if the run never had to wait for one",
  unit: "1",
  expression: "nu_h*D_r",
  symbols: { nu_h: y.nodeRate, D_r: y.repair },
  source: "Little's law",
  example: { nu_h: 1e-5, D_r: 86400, gives: 0.864 },
});

/**
 * One step of Erlang's loss formula: the share of time that a node is missing, with one more spare node.
 * Repeated from no spares, where the share is B(0) = 1.
 */
export const erlangLoss = formula({
  name: "erlangLoss",
  result: "share of time that a node is missing, with one more spare",
  unit: "1",
  expression: "E_r*c_r/(n + E_r*c_r)",
  symbols: {
    E_r: y.load,
    c_r: symbol("c_r", "share of time that a node is missing, with one spare fewer"),
    n: { ...y.count, meaning: "nodes that may be missing before the run stops, plus one" },
  },
  source: "Erlang 1917; Kleinrock, Queueing Systems I, section 3.6",
  assumes: "nothing fails while the run waits; one node a failure",
  example: { E_r: 2, c_r: 1, n: 1, gives: 2 / 3 },
});

export const maintenanceShare = formula({
  name: "maintenanceShare",
  result: "share of time in maintenance and in stopping for it",
  unit: "1",
  expression: "(D_m + R_s + C_k)/D_p",
  symbols: {
    D_m: symbol("D_m", "length of a window", "s"),
    R_s: y.restart,
    C_k: y.checkpointTime,
    D_p: symbol("D_p", "time from one maintenance window to the next", "s"),
  },
  source: "definition",
  assumes: "a checkpoint is saved before each window",
  example: { D_m: 14400, R_s: 600, C_k: 0, D_p: 1209600, gives: 15000 / 1209600 },
});

export const preemptionShare = formula({
  name: "preemptionShare",
  result: "share of time lost to reclaimed nodes with notice",
  unit: "1",
  expression: "nu_x*(C_k + D_w + D_q + R_s)/(1 + nu_x*(C_k + D_w + D_q + R_s))",
  symbols: {
    nu_x: y.kindRate,
    C_k: y.checkpointTime,
    D_w: y.unsafeTime,
    D_q: symbol("D_q", "wait for a replacement of a reclaimed node", "s"),
    R_s: y.restart,
  },
  source: "an alternating renewal process: Ross, Stochastic Processes, section 3.4.1",
  assumes: "a checkpoint is saved within the notice; nothing is reclaimed while the run waits",
  example: { nu_x: 1e-4, C_k: 10, D_w: 90, D_q: 600, R_s: 300, gives: 1 / 11 },
});

export const reclaimedLoad = formula({
  name: "reclaimedLoad",
  result: "reclaimed nodes not yet replaced, on average",
  unit: "1",
  expression: "nu_x*D_q",
  symbols: { nu_x: y.kindRate, D_q: symbol("D_q", "wait for a replacement of a reclaimed node", "s") },
  source: "Little's law",
  example: { nu_x: 1e-4, D_q: 600, gives: 0.06 },
});

export const missingChance = formula({
  name: "missingChance",
  result: "probability that this many nodes are in repair, relative to one fewer",
  unit: "1",
  expression: "c_n*E_r/n",
  symbols: {
    c_n: symbol("c_n", "probability of one fewer"),
    E_r: y.load,
    n: { ...y.count, meaning: "nodes in repair" },
  },
  source: "Poisson: nodes that fail and are repaired independently (M/G/infinity)",
  assumes: "the run goes on, and fails as often, while nodes are missing",
  example: { c_n: 0.5, E_r: 0.6, n: 1, gives: 0.3 },
});

export const noneMissing = formula({
  name: "noneMissing",
  result: "probability that no node is in repair",
  unit: "1",
  expression: "exp(-E_r)",
  symbols: { E_r: y.load },
  source: "Poisson: nodes that fail and are repaired independently (M/G/infinity)",
  example: { E_r: 1, gives: 0.36787944117144233 },
});

const live = symbol("n_a", "replicas with all their nodes");

export const shrunkRate = formula({
  name: "shrunkRate",
  result: "training rate with fewer replicas and a smaller batch, times its probability",
  unit: "1",
  expression: "c_n*n_a/d",
  symbols: { c_n: symbol("c_n", "probability that this many nodes are missing"), n_a: live, d: y.dp },
  source: "definition",
  assumes: "each missing node stops a different replica",
  example: { c_n: 0.5, n_a: 3, d: 4, gives: 0.375 },
});

export const crowdedRate = formula({
  name: "crowdedRate",
  result: "training rate with fewer replicas and the same batch, times its probability",
  unit: "1",
  expression: "c_n*m/ceil(m*d/n_a)",
  symbols: {
    c_n: symbol("c_n", "probability that this many nodes are missing"),
    m: y.microBatches,
    d: y.dp,
    n_a: live,
  },
  source: "definition",
  assumes: "a step takes as long as the replica with the most micro-batches",
  example: { c_n: 0.5, m: 8, d: 4, n_a: 3, gives: 4 / 11 },
});

export const survivedRecovery = formula({
  name: "survivedRecovery",
  result:
    "probability that a failure is of this kind and that nothing fails between its detection and the end of recovery",
  unit: "1",
  expression: "c_x*exp(-R_k/M_c)",
  symbols: { c_x: symbol("c_x", "share of failures that are of the kind"), R_k: y.kindRecovery, M_c: y.mtbf },
  source: "a Poisson process",
  example: { c_x: 0.5, R_k: 0, M_c: 1e4, gives: 0.5 },
});

export const mixedRecovery = formula({
  name: "mixedRecovery",
  result: "recovery time of one kind of failure that would cost as much as all kinds together",
  unit: "s",
  expression: "M_c*log2((1 + D_u/M_c)/c_v)/log2(exp(1))",
  symbols: {
    M_c: y.mtbf,
    D_u: symbol("D_u", "mean time until a failure is detected, in which training is wasted", "s"),
    c_v: symbol("c_v", "probability that the rest of a recovery ends without another failure"),
  },
  source:
    "exact: the time D from a failure to training again is sum p_i (U_i + min(R_i, next failure) + D if one strikes), so that E(D) = (M_c (1 - c_v) + D_u)/c_v, as of one recovery with exp(R/M_c) = 1 + E(D)/M_c",
  assumes: "failures are independent; a second failure during an undetected one does not reveal it",
  example: { M_c: 1e4, D_u: 0, c_v: 0.9, gives: 1053.6051565782627 },
});

export const weighted = formula({
  name: "weighted",
  result: "time after a kind of failure, times its share of all failures",
  unit: "s",
  expression: "c_x*R_k",
  symbols: { c_x: symbol("c_x", "share of failures that are of the kind"), R_k: y.kindRecovery },
  source: "definition",
  example: { c_x: 0.25, R_k: 400, gives: 100 },
});
