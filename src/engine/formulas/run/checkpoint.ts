import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Checkpoints: their size, the time for which they block training, and the time to load them.

const state = { B_w: y.weightBytes, B_m: y.masterBytes, n_o: y.moments, B_o: y.momentBytes };

export const checkpointBytes = formula({
  name: "checkpointBytes",
  result: "bytes of a checkpoint",
  unit: "B",
  expression: "(B_w + B_m + n_o*B_o)*P",
  symbols: { ...state, P: { ...y.paramCount, meaning: "parameters of the model" } },
  source: "arXiv:2104.04473, section 5.10 (13.8 TB for 1T parameters)",
  assumes: "replicated state is written once",
  example: { B_w: 2, B_m: 4, n_o: 2, B_o: 4, P: 1e12, gives: 14e12 },
});

export const sharedSave = formula({
  name: "sharedSave",
  result: "bytes that a device saves when replicas share the work",
  unit: "B",
  expression: "(B_w + B_m + n_o*B_o)*P_x/n",
  symbols: {
    ...state,
    P_x: { ...y.partParams, meaning: "parameters on the device" },
    n: { ...y.count, meaning: "devices with the same weights" },
  },
  source: "Megatron Core, dist_checkpointing: fully parallel saving",
  example: { B_w: 2, B_m: 4, n_o: 2, B_o: 4, P_x: 1e9, n: 4, gives: 3.5e9 },
});

export const firstSave = formula({
  name: "firstSave",
  result: "bytes that the first replica's device saves: its weights, and its share of the optimizer's state",
  unit: "B",
  expression: "(B_w + (B_m + n_o*B_o)/n_s)*P_x",
  symbols: { ...state, P_x: { ...y.partParams, meaning: "parameters on the device" }, n_s: y.shards },
  source: "definition",
  example: { B_w: 2, B_m: 4, n_o: 2, B_o: 4, P_x: 1e9, n_s: 4, gives: 5e9 },
});

export const heldState = formula({
  name: "heldState",
  result: "bytes of weights and optimizer state that a device holds",
  unit: "B",
  expression: "(B_w/n + (B_m + n_o*B_o)/n_s)*P_x",
  symbols: {
    ...state,
    P_x: { ...y.partParams, meaning: "parameters on the device" },
    n: { ...y.count, meaning: "ranks that shard the weights" },
    n_s: y.shards,
  },
  source: "arXiv:1910.02054, section 5",
  example: { B_w: 2, B_m: 4, n_o: 2, B_o: 4, P_x: 1e9, n: 1, n_s: 4, gives: 5e9 },
});

export const changedShare = formula({
  name: "changedShare",
  result: "share of the state that a checkpoint writes, on average",
  unit: "1",
  expression: "(1 + (n - 1)*c_x)/n",
  symbols: {
    n: { ...y.count, meaning: "checkpoints of which one is full" },
    c_x: symbol("c_x", "share of the state that an incremental checkpoint writes"),
  },
  source: "arXiv:2010.08679, section 4",
  example: { n: 10, c_x: 0.25, gives: 0.325 },
});

export const readShare = formula({
  name: "readShare",
  result: "bytes read to restore the state, relative to a full checkpoint, on average",
  unit: "1",
  expression: "1 + (n - 1)*c_x/2",
  symbols: {
    n: { ...y.count, meaning: "checkpoints of which one is full" },
    c_x: symbol("c_x", "share of the state that an incremental checkpoint writes"),
  },
  source: "arXiv:2010.08679, section 4: the full one, and the increments since",
  example: { n: 11, c_x: 0.2, gives: 2 },
});

export const checkpointCopy = formula({
  name: "checkpointCopy",
  result: "time to copy what a device saves to its host's memory",
  unit: "s",
  expression: "Q_h*c_f/R_h",
  symbols: { Q_h: y.rankBytes, c_f: y.changed, R_h: y.hostRate },
  source: "definition",
  example: { Q_h: 14e9, c_f: 1, R_h: 28e9, gives: 0.5 },
});

export const nodeBandwidth = formula({
  name: "nodeBandwidth",
  result: "bandwidth out of a node",
  unit: "B/s",
  expression: "W_n*n_nic",
  symbols: { W_n: y.nicRate, n_nic: y.nics },
  source: "definition",
  example: { W_n: 5e10, n_nic: 8, gives: 4e11 },
});

export const drivesRate = formula({
  name: "drivesRate",
  result: "bandwidth of a node's drives",
  unit: "B/s",
  expression: "n*W_d",
  symbols: {
    n: { ...y.count, meaning: "drives of a node" },
    W_d: symbol("W_d", "bandwidth of one drive", "B/s"),
  },
  source: "definition",
  assumes: "all drives work in parallel",
  example: { n: 8, W_d: 2e9, gives: 16e9 },
});

export const storageWrite = formula({
  name: "storageWrite",
  result: "time to write a checkpoint to shared storage",
  unit: "s",
  expression: "c_f*max(Q/W_s, Q_h*n_d/W_N)",
  symbols: {
    c_f: y.changed,
    Q: { ...y.bytes, meaning: "bytes of a full checkpoint" },
    W_s: y.storageRate,
    Q_h: y.rankBytes,
    n_d: y.nodeDevices,
    W_N: y.nodeRateOut,
  },
  source: "definition: the storage, or the network of the node that writes most",
  example: { c_f: 1, Q: 14e12, W_s: 2.8e11, Q_h: 14e9, n_d: 8, W_N: 1e11, gives: 50 },
});

export const nodeWrite = formula({
  name: "nodeWrite",
  result: "time to write what a node saves to its own drives, or to send it to another",
  unit: "s",
  expression: "c_f*n*Q_h*n_d/W_N",
  symbols: {
    c_f: y.changed,
    n: { ...y.count, meaning: "copies of the tensor" },
    Q_h: y.rankBytes,
    n_d: y.nodeDevices,
    W_N: { ...y.nodeRateOut, meaning: "bandwidth of the drives, or out of the node" },
  },
  source: "definition",
  example: { c_f: 1, n: 1, Q_h: 14e9, n_d: 8, W_N: 16e9, gives: 7 },
});

export const sharedNetwork = formula({
  name: "sharedNetwork",
  result: "network time that an asynchronous checkpoint takes from a node",
  unit: "s",
  expression: "c_f*n*Q_h*n_d/W_N",
  symbols: {
    c_f: y.changed,
    n: { ...y.count, meaning: "copies of the tensor" },
    Q_h: y.rankBytes,
    n_d: y.nodeDevices,
    W_N: y.nodeRateOut,
  },
  source: "definition: while checkpoint bytes are sent, gradients are not",
  assumes: "worst case: gradients wait for all of it. Contention for host memory and processors is ignored",
  example: { c_f: 1, n: 1, Q_h: 1e9, n_d: 8, W_N: 4e10, gives: 0.2 },
});

export const budgetedInterval = formula({
  name: "budgetedInterval",
  result: "training time between checkpoints by a rule, with writes within their budget",
  unit: "s",
  expression: "max(tau_i, D_w, min(D_w/c_b, M_c), T)",
  symbols: {
    tau_i: y.interval,
    D_w: y.unsafeTime,
    c_b: symbol("c_b", "largest share of time that checkpoint writes may occupy storage"),
    M_c: y.mtbf,
    T: y.stepTime,
  },
  source: "definition",
  assumes: "a run exceeds the budget of writes rather than save less often than it fails",
  example: { tau_i: 100, D_w: 12, c_b: 0.1, M_c: 1e4, T: 5, gives: 120 },
});

export const stateLoad = formula({
  name: "stateLoad",
  result: "time to load a checkpoint from shared storage",
  unit: "s",
  expression: "c_l*max(n_g*Q_s/W_s, Q_s*n_d/W_N)",
  symbols: {
    c_l: symbol("c_l", "bytes read to restore, relative to a full checkpoint"),
    n_g: y.devices,
    Q_s: symbol("Q_s", "weights and optimizer state of the device that holds the most", "B"),
    W_s: y.storageRate,
    n_d: y.nodeDevices,
    W_N: y.nodeRateOut,
  },
  source: "definition",
  assumes: "every device reads what it holds",
  example: { c_l: 1, n_g: 1000, Q_s: 14e9, W_s: 2.8e11, n_d: 8, W_N: 1e11, gives: 50 },
});

export const youngInterval = formula({
  name: "youngInterval",
  result: "training time between checkpoints after Young",
  unit: "s",
  expression: "sqrt(2*C_k*M_c)",
  symbols: { C_k: y.checkpointTime, M_c: y.mtbf },
  source: "Young, CACM 17(9), 1974",
  assumes: "a checkpoint takes much less than the time between failures",
  example: { C_k: 50, M_c: 10000, gives: 1000 },
});

export const dalyInterval = formula({
  name: "dalyInterval",
  result: "training time between checkpoints after Daly",
  unit: "s",
  expression: "sqrt(2*C_k*M_c)*(1 + sqrt(C_k/(2*M_c))/3 + C_k/(18*M_c)) - C_k",
  symbols: { C_k: y.checkpointTime, M_c: y.mtbf },
  source: "Daly, FGCS 22(3), 2006, eq. 37",
  assumes: "a checkpoint takes less than twice the time between failures",
  example: { C_k: 50, M_c: 10000, gives: 966.9444444444445 },
});

/**
 * One step of Newton's method towards the optimal checkpoint interval tau. The interval is the root of 1 -
 * tau/M = exp(-(tau + C)/M), from the derivative of the renewal goodput.
 */
export const optimalInterval = formula({
  name: "optimalInterval",
  result: "best training time between checkpoints, one step of Newton's method nearer",
  unit: "s",
  expression: "tau_i + (tau_i + M_c*expm1(-(tau_i + C_k)/M_c))/expm1(-(tau_i + C_k)/M_c)",
  symbols: { tau_i: y.interval, M_c: y.mtbf, C_k: y.checkpointTime },
  source: "Bougeret et al., SC '11, theorem 1: M_c*(1 + L(-exp(-1 - C_k/M_c))), L Lambert's function",
  example: { tau_i: 966.9444444444445, M_c: 10000, C_k: 50, gives: 966.9481706888648 },
});

export const spacedInterval = formula({
  name: "spacedInterval",
  result:
    "training time between checkpoints; each starts after the previous one is safe, at most one per step",
  unit: "s",
  expression: "max(tau_i, D_w, T)",
  symbols: { tau_i: y.interval, D_w: y.unsafeTime, T: y.stepTime },
  source: "definition",
  example: { tau_i: 100, D_w: 120, T: 5, gives: 120 },
});

export const persistedEvery = formula({
  name: "persistedEvery",
  result: "checkpoints in memory per checkpoint copied to storage",
  unit: "1",
  expression: "max(1, ceil(tau_0/(tau_i + C_k)))",
  symbols: {
    tau_0: symbol("tau_0", "time from one copy to storage to the next", "s"),
    tau_i: y.interval,
    C_k: y.checkpointTime,
  },
  source: "definition",
  example: { tau_0: 10800, tau_i: 590, C_k: 10, gives: 18 },
});
