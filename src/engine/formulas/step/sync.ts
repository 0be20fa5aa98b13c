import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Replicas that do not synchronise in every step: bytes and frequency of their exchanges, and staleness of the
// weights.

const islands = symbol("n_I", "islands (groups of replicas) that train independently");
const between = symbol("n_H", "steps between synchronisations of the islands");

export const exchangedBytes = formula({
  name: "exchangedBytes",
  result: "bytes that a device has to send of its parameters",
  unit: "B",
  expression: "B_cp*P",
  symbols: {
    B_cp: { ...y.copyBytes, meaning: "bytes of each parameter as it is sent" },
    P: { ...y.paramCount, meaning: "parameters on the device" },
  },
  source: "definition",
  example: { B_cp: 4, P: 1e9, gives: 4e9 },
});

export const meetingsOfStep = formula({
  name: "meetingsOfStep",
  result: "synchronisations of the islands per step",
  unit: "1",
  expression: "n/n_H",
  symbols: { n: { ...y.count, meaning: "synchronisations in each round" }, n_H: between },
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
  assumes: "parameters are spread evenly over the servers, and summing takes no time",
  example: { W_n: 50e9, n_nic: 8, n_d: 8, eta_l: 0.8, n_v: 8, W_v: 25e9, n_g: 64, gives: 3.125e9 },
});

export const serverTime = formula({
  name: "serverTime",
  result: "time from a device to the servers, or back",
  unit: "s",
  expression: "alpha_o + Q/beta",
  symbols: { alpha_o: y.outLatency, Q: y.payload, beta: y.groupRate },
  source: "definition",
  assumes: "it does not overlap computation",
  example: { alpha_o: 1e-5, Q: 1e9, beta: 1e10, gives: 0.10001 },
});

export const meanStaleness = formula({
  name: "meanStaleness",
  result: "mean staleness: updates by others between reading and changing the weights",
  unit: "1",
  expression: "n_I - 1",
  symbols: { n_I: islands },
  source: "arXiv:1605.09774, section 3: as many as there are other workers, where all are equally fast",
  example: { n_I: 64, gives: 63 },
});

export const boundedStaleness = formula({
  name: "boundedStaleness",
  result: "staleness under a bound: updates by others between reading and changing the weights",
  unit: "1",
  expression: "min(n_I - 1, n_b)",
  symbols: {
    n_I: islands,
    n_b: symbol("n_b", "updates that a replica may be missing when it reads"),
  },
  source:
    "Ho et al., NIPS 2013, section 3: a replica reads weights that hold all updates but those of the last n_b steps, or waits",
  assumes:
    "servers update the weights once a step of all replicas; the bound is reached, which is the worst case",
  example: { n_I: 64, n_b: 3, gives: 3 },
});

export const answeredBatch = formula({
  name: "answeredBatch",
  result: "sequences per step of the selected clients that answer",
  unit: "sequence",
  expression: "B*n_k/n_I*(1 - c_x)",
  symbols: {
    B: y.globalBatch,
    n_k: symbol("n_k", "clients selected per round"),
    n_I: { ...islands, meaning: "clients" },
    c_x: symbol("c_x", "share of the selected clients that never answer"),
  },
  source: "arXiv:1602.05629, algorithm 1; arXiv:1902.01046, section 9: clients drop out of rounds",
  assumes: "clients have equally many sequences",
  example: { B: 1024, n_k: 8, n_I: 64, c_x: 0.125, gives: 112 },
});

export const clientRate = formula({
  name: "clientRate",
  result: "bytes that a client's device exchanges per second with the server",
  unit: "B/s",
  expression: "min(W_c, W_v/n_k)/n_m",
  symbols: {
    W_c: symbol("W_c", "bandwidth of a client", "B/s"),
    W_v: symbol("W_v", "bandwidth of the server", "B/s"),
    n_k: symbol("n_k", "clients selected per round"),
    n_m: symbol("n_m", "devices that the model is spread over"),
  },
  source: "definition: the client's own link, or its share of the server's",
  assumes: "the clients of a round send at the same time, each part of the model once",
  example: { W_c: 1.25e8, W_v: 1.25e9, n_k: 20, n_m: 8, gives: 7812500 },
});
