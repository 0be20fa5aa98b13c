import { formula } from "./formula.ts";
import { symbol } from "./symbol.ts";
import * as y from "./symbols.ts";

/** Replicas that do not meet in every step: what they send each other, how often, and how old what they read is. */

const islands = symbol("n_I", "islands of replicas that train by themselves");
const between = symbol("n_H", "steps from one meeting of the islands to the next");

export const exchangedBytes = formula({
  name: "exchangedBytes",
  result: "bytes that a device has to send of its parameters",
  unit: "B",
  expression: "B_x*P",
  symbols: { B_x: { ...y.copyBytes, meaning: "bytes of each as it is sent" }, P: y.paramCount },
  source: "definition",
  example: { B_x: 4, P: 1e9, gives: 4e9 },
});

export const meetingsOfStep = formula({
  name: "meetingsOfStep",
  result: "meetings of the islands in a step",
  unit: "1",
  expression: "n/n_H",
  symbols: { n: y.count, n_H: between },
  source: "arXiv:2311.08105, algorithm 1",
  example: { n: 1, n_H: 500, gives: 0.002 },
});

export const serverRate = formula({
  name: "serverRate",
  result: "bytes a device sends per second to parameter servers",
  unit: "B/s",
  expression: "min(W_n*n_nic/n_d*eta_l, n_v*W_v/n_g)",
  symbols: {
    W_n: y.nicRate,
    n_nic: y.nics,
    n_d: y.nodeDevices,
    eta_l: y.linkEfficiency,
    n_v: symbol("n_v", "parameter servers"),
    W_v: symbol("W_v", "bandwidth of a parameter server, one direction", "B/s"),
    n_g: { ...y.devices, unit: "1" },
  },
  source:
    "definition: the servers saturate where all devices together send more than they take (Li et al., OSDI 2014, section 5.1)",
  assumes: "parameters are spread evenly over the servers, and adding them up takes no time",
  example: { W_n: 50e9, n_nic: 8, n_d: 8, eta_l: 0.8, n_v: 8, W_v: 25e9, n_g: 64, gives: 3.125e9 },
});

export const serverTime = formula({
  name: "serverTime",
  result: "time from a device to the servers, or back",
  unit: "s",
  expression: "alpha_o + Q/beta",
  symbols: { alpha_o: y.outLatency, Q: y.payload, beta: y.groupRate },
  source: "definition",
  assumes: "nothing of it runs beside computation",
  example: { alpha_o: 1e-5, Q: 1e9, beta: 1e10, gives: 0.10001 },
});

export const meanStaleness = formula({
  name: "meanStaleness",
  result: "updates by others between reading the weights and changing them, on average",
  unit: "1",
  expression: "n_I - 1",
  symbols: { n_I: islands },
  source: "arXiv:1605.09774, section 3: as many as there are other workers, where all are equally fast",
  example: { n_I: 64, gives: 63 },
});
