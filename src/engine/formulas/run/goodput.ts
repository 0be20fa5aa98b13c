import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Goodput: the share of wall-clock time that becomes progress, and the uses of the rest.

const goodput = { ...y.goodput, meaning: "share of time left by failures and checkpoints" };

export const renewalGoodput = formula({
  name: "renewalGoodput",
  result: "share of time that becomes progress under failures and checkpoints",
  unit: "1",
  expression: "tau_i/(M_c*exp((R_s + D_w)/M_c)*expm1((tau_i + C_k)/M_c))",
  symbols: { tau_i: y.interval, M_c: y.mtbf, R_s: y.restart, D_w: y.unsafeTime, C_k: y.checkpointTime },
  source: "Daly, FGCS 22(3), 2006, eq. 20 (exact, exponential failures); D_w adds to the repeated work",
  assumes: "failures are a Poisson process and may strike during restart",
  example: { tau_i: 1000, M_c: 1e9, R_s: 0, D_w: 0, C_k: 0, gives: 0.9999995000000417 },
});

export const memoryLoss = formula({
  name: "memoryLoss",
  result: "probability that a failure, or another one during its recovery, loses the checkpoints in memory",
  unit: "1",
  expression: "p_l/(1 + (1 - p_l)*expm1(-R_s/M_c))",
  symbols: { p_l: y.lost, R_s: y.restart, M_c: y.mtbf },
  source: "a geometric number of recovery attempts, each with the same probability of loss",
  example: { p_l: 0.1, R_s: 0, M_c: 1e4, gives: 0.1 },
});

export const twoLevelGoodput = formula({
  name: "twoLevelGoodput",
  result: "share of time that becomes progress with checkpoints in memory and some on storage",
  unit: "1",
  expression: "K_p*tau_i*q_l/(M_c*exp((R_s + D_w)/M_c)*((1 + q_l*expm1((tau_i + C_k)/M_c))^K_p - 1))",
  symbols: {
    K_p: y.persisted,
    tau_i: y.interval,
    q_l: y.memoryLost,
    M_c: y.mtbf,
    R_s: y.restart,
    D_w: y.unsafeTime,
    C_k: y.checkpointTime,
  },
  source:
    "the Markov chain of the intervals since the last copy on storage (after Vaidya, SIGMETRICS '95); renewalGoodput for q_l to 0, and with K_p intervals as one for q_l = 1",
  assumes: "recovery takes as long from storage as from memory; copies to storage take no time from training",
  example: {
    K_p: 1,
    tau_i: 1000,
    q_l: 0.5,
    M_c: 1e4,
    R_s: 0,
    D_w: 0,
    C_k: 0,
    gives: 0.9508331944775048,
  },
});

export const overallGoodput = formula({
  name: "overallGoodput",
  result: "share of wall-clock time that becomes progress",
  unit: "1",
  expression: "g*c_a*(1 - c_q)*(1 - c_w)*(1 - c_m)",
  symbols: {
    g: goodput,
    c_a: symbol("c_a", "training rate while nodes are missing, relative to all nodes"),
    c_q: symbol("c_q", "share of time outside maintenance lost to reclaimed nodes"),
    c_w: symbol("c_w", "share of time outside maintenance spent waiting for nodes"),
    c_m: symbol("c_m", "share of wall-clock time in maintenance"),
  },
  source: "definition",
  assumes: "nothing fails while the run waits or during maintenance",
  example: { g: 0.9, c_a: 1, c_q: 0, c_w: 0.1, c_m: 0.5, gives: 0.405 },
});

export const remaining = formula({
  name: "remaining",
  result: "wall-clock time that is not lost",
  unit: "s",
  expression: "A*(1 - c_x)",
  symbols: { A: y.wall, c_x: symbol("c_x", "share of wall-clock time lost") },
  source: "definition",
  example: { A: 100, c_x: 0.1, gives: 90 },
});

export const gone = formula({
  name: "gone",
  result: "lost wall-clock time",
  unit: "s",
  expression: "A*c_x",
  symbols: { A: y.wall, c_x: symbol("c_x", "share of wall-clock time lost") },
  source: "definition",
  example: { A: 100, c_x: 0.1, gives: 10 },
});

export const slowdown = formula({
  name: "slowdown",
  result: "share of time lost to missing replicas",
  unit: "1",
  expression: "1 - c_a",
  symbols: { c_a: symbol("c_a", "training rate while nodes are missing, relative to all nodes") },
  source: "definition",
  example: { c_a: 0.75, gives: 0.25 },
});

export const checkpointsMade = formula({
  name: "checkpointsMade",
  result: "time that checkpoints pause useful training",
  unit: "s",
  expression: "U*C_k/tau_i",
  symbols: { U: y.training, C_k: y.checkpointTime, tau_i: y.interval },
  source: "definition",
  example: { U: 1e6, C_k: 10, tau_i: 1000, gives: 1e4 },
});

export const failuresSeen = formula({
  name: "failuresSeen",
  result: "failures during the run, on average",
  unit: "1",
  expression: "A/M_c",
  symbols: { A: { ...y.wall, meaning: "time in which failures strike" }, M_c: y.mtbf },
  source: "a Poisson process",
  example: { A: 1e6, M_c: 1e4, gives: 100 },
});

export const recovering = formula({
  name: "recovering",
  result: "time in recovery, of one part of it",
  unit: "s",
  expression: "A*(1 - exp(-R_s/M_c))*R_x/R_m",
  symbols: {
    A: { ...y.wall, meaning: "time in which failures strike" },
    R_s: y.restart,
    M_c: y.mtbf,
    R_x: symbol("R_x", "mean duration of this part of a recovery", "s"),
    R_m: symbol("R_m", "mean duration of a whole recovery", "s"),
  },
  source: "each of A/M_c recoveries lasts until its end or the next failure",
  assumes: "failures interrupt all parts equally",
  example: { A: 1e6, R_s: 100, M_c: 1e4, R_x: 100, R_m: 100, gives: 9950.166250831893 },
});

export const reworked = formula({
  name: "reworked",
  result: "time of lost and repeated work, including its checkpoints",
  unit: "s",
  expression: "max(0*A, A*exp(-R_s/M_c) - U*(1 + C_k/tau_i))",
  symbols: {
    A: { ...y.wall, meaning: "time in which failures strike" },
    R_s: y.restart,
    M_c: y.mtbf,
    U: y.training,
    C_k: y.checkpointTime,
    tau_i: y.interval,
  },
  source: "the remaining time outside of recovery",
  example: { A: 100, R_s: 0, M_c: 1e4, U: 80, C_k: 1, tau_i: 8, gives: 10 },
});
