import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Overlap of collectives with computation: hidden and exposed time.

export const exposedBehind = formula({
  name: "exposedBehind",
  result: "exposed communication when it overlaps computation",
  unit: "s",
  expression: "min(tau_x, max(tau_x - tau_h, c_x*tau_x) + (kappa - 1)*min(tau_x, tau_h))",
  symbols: { tau_x: y.commTime, tau_h: y.hideTime, c_x: y.exposedShare, kappa: y.contention },
  source: "this project's overlap model; contention as in Galvatron (arXiv:2211.13878, section 3.4)",
  assumes:
    "the first or last part overlaps nothing; overlapped computation slows down, by at most the hidden communication",
  example: { tau_x: 0.01, tau_h: 0.02, c_x: 0.125, kappa: 1.1, gives: 0.00225 },
});

export const freeBeside = formula({
  name: "freeBeside",
  result: "time under computation in which the links of one more collective are free",
  unit: "s",
  expression: "max(tau_h + tau_1, tau_2) - tau_2",
  symbols: {
    tau_h: { ...y.hideTime, meaning: "computation that the collective can overlap" },
    tau_1: { ...y.seconds, symbol: "tau_1", meaning: "exposed time of earlier collectives in the window" },
    tau_2: { ...y.seconds, symbol: "tau_2", meaning: "time that earlier collectives occupy the same links" },
  },
  source: "definition: collectives on the same links run one after the other, on other links in parallel",
  assumes: "no collective waits for another's result",
  example: { tau_h: 0.02, tau_1: 0.004, tau_2: 0.01, gives: 0.014 },
});

export const partShare = formula({
  name: "partShare",
  result: "one part of an amount that is split evenly",
  unit: "1",
  expression: "c/n",
  symbols: {
    c: { symbol: "c", meaning: "amount that is divided", unit: "1" },
    n: { symbol: "n", meaning: "parts that the amount is divided into", unit: "1" },
  },
  source: "definition",
  example: { c: 1, n: 4, gives: 0.25 },
});

export const hiddenBehindModule = formula({
  name: "hiddenBehindModule",
  result: "part of the next module's transfer that one module's computation hides",
  unit: "s",
  expression: "min(c_j*tau_x, max(c_i*tau_h, c_j*tau_2) - c_j*tau_2)",
  symbols: {
    c_j: { symbol: "c_j", meaning: "the next module's share of its layer's weights", unit: "1" },
    tau_x: y.commTime,
    c_i: { symbol: "c_i", meaning: "the module's share of its layer's weights", unit: "1" },
    tau_h: y.hideTime,
    tau_2: { ...y.seconds, symbol: "tau_2", meaning: "time that other transfers occupy the same links" },
  },
  source: "microsoft/DeepSpeed, runtime/zero/stage3.py: fetch_sub_module waits for all transfers in progress",
  assumes: "computation is in proportion to weights; one module is gathered ahead",
  example: { c_j: 0.25, tau_x: 0.01, c_i: 0.5, tau_h: 0.004, tau_2: 0.004, gives: 0.001 },
});

export const exposedBeside = formula({
  name: "exposedBeside",
  result: "exposed communication when each module's transfer overlaps the module before",
  unit: "s",
  expression: "max(tau_x, tau_1) - tau_1",
  symbols: {
    tau_x: y.commTime,
    tau_1: { ...y.seconds, symbol: "tau_1", meaning: "communication that overlaps the layer's modules" },
  },
  source: "definition; sums of what is hidden may round to more than the whole",
  example: { tau_x: 0.01, tau_1: 0.004, gives: 0.006 },
});
