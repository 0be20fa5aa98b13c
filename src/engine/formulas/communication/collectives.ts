import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Collectives in the alpha-beta model: base latency, latency of a hop, time of a byte. Rings send one share
// after the other. Trees and switches split a message into pieces that follow each other along the path.

const THAKUR = "Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005";
const RING = { n: y.group, tau_b: y.baseLatency, tau_a: y.hopsTime, Q: y.payload, beta: y.groupRate };

export const ringAllReduce = formula({
  name: "ringAllReduce",
  result: "time of a ring all-reduce",
  unit: "s",
  expression: "tau_b + 2*tau_a + 2*(n - 1)/n*Q/beta",
  symbols: { ...RING, tau_a: { ...y.hopsTime, meaning: "latency of the hops once around the ring" } },
  source: THAKUR,
  example: { tau_b: 4e-5, tau_a: 2e-5, n: 8, Q: 1e9, beta: 240e9, gives: 0.007371666666666667 },
});

export const ringShare = formula({
  name: "ringShare",
  result: "time of a ring reduce-scatter or all-gather",
  unit: "s",
  expression: "tau_b + tau_a + (n - 1)/n*Q/beta",
  symbols: { ...RING, tau_a: { ...y.hopsTime, meaning: "latency of the hops once around the ring" } },
  source: THAKUR,
  example: { tau_b: 4e-5, tau_a: 2e-5, n: 8, Q: 1e9, beta: 240e9, gives: 0.0037058333333333335 },
});

export const pipelined = formula({
  name: "pipelined",
  result: "time of a message split into pieces that are pipelined along a path",
  unit: "s",
  expression: "tau_b + tau_a + tau_w + 2*sqrt(tau_a*tau_w)",
  symbols: { tau_b: y.baseLatency, tau_a: y.hopsTime, tau_w: y.wireTime },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009, section 2: pieces of the best size",
  example: { tau_b: 1e-5, tau_a: 4e-6, tau_w: 1e-4, gives: 1.54e-4 },
});

export const ringHops = formula({
  name: "ringHops",
  result: "latency of the hops once around a ring",
  unit: "s",
  expression: "(n - 1)*alpha",
  symbols: { n: y.group, alpha: y.latency },
  source: THAKUR,
  example: { n: 8, alpha: 2e-6, gives: 1.4e-5 },
});

export const ringHopsAcross = formula({
  name: "ringHopsAcross",
  result: "latency of the hops once around a ring through several scale-up domains",
  unit: "s",
  expression: "(n - 1 - n_D)*alpha + n_D*alpha_o",
  symbols: { n: y.group, n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl, src/graph/tuning.cc: a ring leaves each node once",
  example: { n: 16, n_D: 2, alpha: 2e-6, alpha_o: 1e-5, gives: 4.6e-5 },
});

export const ringRateAcross = formula({
  name: "ringRateAcross",
  result: "bytes a ring through several domains carries per second",
  unit: "B/s",
  expression: "min(beta, n/n_D*beta_o)",
  symbols: { n: y.group, n_D: y.domains, beta: y.groupRate, beta_o: y.outRate },
  source: "definition: the ranks of a domain share its outgoing links",
  example: { n: 16, n_D: 2, beta: 240e9, beta_o: 20e9, gives: 160e9 },
});

export const treeHops = formula({
  name: "treeHops",
  result: "latency of the hops up a tree and down again",
  unit: "s",
  expression: "2*log2(n)*alpha",
  symbols: { n: y.group, alpha: y.latency },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009",
  example: { n: 8, alpha: 2e-6, gives: 1.2e-5 },
});

export const treeHopsAcross = formula({
  name: "treeHopsAcross",
  result: "latency of the hops up a tree of domains, a chain in each, and down again",
  unit: "s",
  expression: "2*((n/n_D - 1)*alpha + log2(n_D)*alpha_o)",
  symbols: { n: y.group, n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl, src/graph/tuning.cc",
  example: { n: 16, n_D: 2, alpha: 2e-6, alpha_o: 1e-5, gives: 4.8e-5 },
});

export const treeWire = formula({
  name: "treeWire",
  result: "transfer time of a double tree's bytes over the busiest rank's link",
  unit: "s",
  expression: "min(n - 1, 2)*Q/beta",
  symbols: { n: y.group, Q: y.payload, beta: y.groupRate },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009: inner node of one tree, leaf of the other",
  example: { n: 2, Q: 1e9, beta: 20e9, gives: 0.05 },
});

export const treeWireAcross = formula({
  name: "treeWireAcross",
  result: "transfer time of a double tree's bytes over the slowest link of the busiest domain",
  unit: "s",
  expression: "max(2*Q/beta, min(n_D - 1, 2)*Q*n_D/(n*beta_o))",
  symbols: { n: y.group, n_D: y.domains, Q: y.payload, beta: y.groupRate, beta_o: y.outRate },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009: inner node of one tree, leaf of the other",
  example: { n: 16, n_D: 2, Q: 1e9, beta: 240e9, beta_o: 20e9, gives: 0.008333333333333333 },
});

export const switchHops = formula({
  name: "switchHops",
  result: "latency of the hops to the switch and back",
  unit: "s",
  expression: "2*alpha",
  symbols: { alpha: y.latency },
  source: "Klenk et al., ISCA 2020, section IV",
  example: { alpha: 3.4e-6, gives: 6.8e-6 },
});

export const switchHopsAcross = formula({
  name: "switchHopsAcross",
  result: "latency of the hops to the switch, up a tree of domains, and back",
  unit: "s",
  expression: "2*(alpha + log2(n_D)*alpha_o)",
  symbols: { n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl, src/graph/tuning.cc: NVLSTree",
  example: { n_D: 4, alpha: 3.4e-6, alpha_o: 1.4e-5, gives: 6.28e-5 },
});

export const switchWire = formula({
  name: "switchWire",
  result: "transfer time of an all-reduce's bytes, reduced in the switches",
  unit: "s",
  expression: "(1 + 1/n)*Q/beta",
  symbols: { n: y.group, Q: y.payload, beta: y.groupRate },
  source: "Klenk et al., ISCA 2020, section IV",
  example: { n: 8, Q: 1e9, beta: 240e9, gives: 0.0046875 },
});

export const switchWireAcross = formula({
  name: "switchWireAcross",
  result:
    "transfer time of an all-reduce's bytes, reduced in each domain's switches and over a tree between domains",
  unit: "s",
  expression: "max((1 + n_D/n)*Q/beta, min(n_D - 1, 2)*Q*n_D/(n*beta_o))",
  symbols: { n: y.group, n_D: y.domains, Q: y.payload, beta: y.groupRate, beta_o: y.outRate },
  source: "NVIDIA/nccl, src/graph/tuning.cc: NVLSTree; Klenk et al., ISCA 2020, section IV",
  example: { n: 16, n_D: 2, Q: 1e9, beta: 240e9, beta_o: 20e9, gives: 0.00625 },
});

export const sendWire = formula({
  name: "sendWire",
  result: "transfer time of a message's bytes over the link",
  unit: "s",
  expression: "Q/beta",
  symbols: { Q: y.payload, beta: y.groupRate },
  source: "Hockney, Parallel Computing 20(3), 1994",
  example: { Q: 1e9, beta: 20e9, gives: 0.05 },
});

export const totalCallTime = formula({
  name: "totalCallTime",
  result: "time of all calls in a step",
  unit: "s",
  expression: "n_c*tau",
  symbols: { n_c: y.calls, tau: { ...y.seconds, meaning: "time of one call of the collective" } },
  source: "definition",
  example: { n_c: 100, tau: 0.001, gives: 0.1 },
});

export const slowedCall = formula({
  name: "slowedCall",
  result: "time of a collective at the share of link bandwidth that the framework reaches",
  unit: "s",
  expression: "tau/eta_d",
  symbols: {
    tau: { ...y.seconds, meaning: "time of the collective at the full link bandwidth" },
    eta_d: {
      symbol: "eta_d",
      meaning: "share of the full rate that the framework's collectives reach",
      unit: "1",
    },
  },
  source: "definition",
  example: { tau: 0.7, eta_d: 0.7, gives: 1 },
});

export const product = formula({
  name: "product",
  result: "total count: repetitions times the count in each",
  unit: "1",
  expression: "n*n_c",
  symbols: {
    n: { ...y.count, meaning: "number of repetitions" },
    n_c: { ...y.calls, meaning: "count in each repetition" },
  },
  source: "definition",
  example: { n: 12, n_c: 64, gives: 768 },
});
