import { formula } from "../formula.ts";
import * as y from "../symbols.ts";

/**
 * Collectives in the alpha-beta model: time before the first hop, latency a hop, inverse bandwidth a byte. Rings send
 * one share after the other; trees and switches cut a message in pieces that follow each other along the path.
 */

const THAKUR = "Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005";
const RING = { n: y.group, tau_b: y.baseLatency, tau_a: y.hopsTime, Q: y.payload, beta: y.groupRate };

export const ringAllReduce = formula({
  name: "ringAllReduce",
  result: "time of a ring all-reduce",
  unit: "s",
  expression: "tau_b + 2*tau_a + 2*(n - 1)/n*Q/beta",
  symbols: { ...RING, tau_a: { ...y.hopsTime, meaning: "latencies of the hops once round" } },
  source: THAKUR,
  example: { tau_b: 4e-5, tau_a: 2e-5, n: 8, Q: 1e9, beta: 240e9, gives: 0.007371666666666667 },
});

export const ringShare = formula({
  name: "ringShare",
  result: "time of a ring reduce-scatter or all-gather",
  unit: "s",
  expression: "tau_b + tau_a + (n - 1)/n*Q/beta",
  symbols: { ...RING, tau_a: { ...y.hopsTime, meaning: "latencies of the hops once round" } },
  source: THAKUR,
  example: { tau_b: 4e-5, tau_a: 2e-5, n: 8, Q: 1e9, beta: 240e9, gives: 0.0037058333333333335 },
});

export const pipelined = formula({
  name: "pipelined",
  result: "time of a message cut into pieces that follow each other along a path",
  unit: "s",
  expression: "tau_b + tau_a + tau_w + 2*sqrt(tau_a*tau_w)",
  symbols: { tau_b: y.baseLatency, tau_a: y.hopsTime, tau_w: y.wireTime },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009, section 2: pieces of the best size",
  example: { tau_b: 1e-5, tau_a: 4e-6, tau_w: 1e-4, gives: 1.54e-4 },
});

export const ringHops = formula({
  name: "ringHops",
  result: "latencies of the hops once round a ring",
  unit: "s",
  expression: "(n - 1)*alpha",
  symbols: { n: y.group, alpha: y.latency },
  source: THAKUR,
  example: { n: 8, alpha: 2e-6, gives: 1.4e-5 },
});

export const ringHopsAcross = formula({
  name: "ringHopsAcross",
  result: "latencies of the hops once round a ring through several domains",
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
  source: "definition: the ranks of a domain share its way out",
  example: { n: 16, n_D: 2, beta: 240e9, beta_o: 20e9, gives: 160e9 },
});

export const treeHops = formula({
  name: "treeHops",
  result: "latencies of the hops up a tree and down again",
  unit: "s",
  expression: "2*log2(n)*alpha",
  symbols: { n: y.group, alpha: y.latency },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009",
  example: { n: 8, alpha: 2e-6, gives: 1.2e-5 },
});

export const treeHopsAcross = formula({
  name: "treeHopsAcross",
  result: "latencies of the hops up a tree of domains, a chain in each, and down again",
  unit: "s",
  expression: "2*((n/n_D - 1)*alpha + log2(n_D)*alpha_o)",
  symbols: { n: y.group, n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl, src/graph/tuning.cc",
  example: { n: 16, n_D: 2, alpha: 2e-6, alpha_o: 1e-5, gives: 4.8e-5 },
});

export const treeWire = formula({
  name: "treeWire",
  result: "time of a double tree's bytes on the busiest rank's link",
  unit: "s",
  expression: "min(n - 1, 2)*Q/beta",
  symbols: { n: y.group, Q: y.payload, beta: y.groupRate },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009: inner node of one tree, leaf of the other",
  example: { n: 2, Q: 1e9, beta: 20e9, gives: 0.05 },
});

export const treeWireAcross = formula({
  name: "treeWireAcross",
  result: "time of a double tree's bytes on the narrowest link of the busiest domain",
  unit: "s",
  expression: "max(2*Q/beta, min(n_D - 1, 2)*Q*n_D/(n*beta_o))",
  symbols: { n: y.group, n_D: y.domains, Q: y.payload, beta: y.groupRate, beta_o: y.outRate },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009: inner node of one tree, leaf of the other",
  example: { n: 16, n_D: 2, Q: 1e9, beta: 240e9, beta_o: 20e9, gives: 0.008333333333333333 },
});

export const switchHops = formula({
  name: "switchHops",
  result: "latencies of the hops to the switch and back",
  unit: "s",
  expression: "2*alpha",
  symbols: { alpha: y.latency },
  source: "Klenk et al., ISCA 2020, section IV",
  example: { alpha: 3.4e-6, gives: 6.8e-6 },
});

export const switchHopsAcross = formula({
  name: "switchHopsAcross",
  result: "latencies of the hops to the switch, up a tree of domains, and back",
  unit: "s",
  expression: "2*(alpha + log2(n_D)*alpha_o)",
  symbols: { n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl, src/graph/tuning.cc: NVLSTree",
  example: { n_D: 4, alpha: 3.4e-6, alpha_o: 1.4e-5, gives: 6.28e-5 },
});

export const switchWire = formula({
  name: "switchWire",
  result: "time of the bytes of an all-reduce that the switches add up",
  unit: "s",
  expression: "(1 + 1/n)*Q/beta",
  symbols: { n: y.group, Q: y.payload, beta: y.groupRate },
  source: "Klenk et al., ISCA 2020, section IV",
  example: { n: 8, Q: 1e9, beta: 240e9, gives: 0.0046875 },
});

export const switchWireAcross = formula({
  name: "switchWireAcross",
  result: "time of the bytes of an all-reduce that switches add up in each domain and a tree across",
  unit: "s",
  expression: "max((1 + n_D/n)*Q/beta, min(n_D - 1, 2)*Q*n_D/(n*beta_o))",
  symbols: { n: y.group, n_D: y.domains, Q: y.payload, beta: y.groupRate, beta_o: y.outRate },
  source: "NVIDIA/nccl, src/graph/tuning.cc: NVLSTree; Klenk et al., ISCA 2020, section IV",
  example: { n: 16, n_D: 2, Q: 1e9, beta: 240e9, beta_o: 20e9, gives: 0.00625 },
});

export const sendWire = formula({
  name: "sendWire",
  result: "time of a message's bytes on the link",
  unit: "s",
  expression: "Q/beta",
  symbols: { Q: y.payload, beta: y.groupRate },
  source: "Hockney, Parallel Computing 20(3), 1994",
  example: { Q: 1e9, beta: 20e9, gives: 0.05 },
});

export const allToAllHopsAcross = formula({
  name: "allToAllHopsAcross",
  result: "latencies of the messages to each device of the domain and each other domain",
  unit: "s",
  expression: "(n/n_D - 1)*alpha + (n_D - 1)*alpha_o",
  symbols: { n: y.group, n_D: y.domains, alpha: y.latency, alpha_o: y.outLatency },
  source: "NVIDIA/nccl 2.12 (PXN): messages to a node travel together",
  example: { n: 16, n_D: 2, alpha: 2e-6, alpha_o: 1e-5, gives: 2.4e-5 },
});

export const allToAllWire = formula({
  name: "allToAllWire",
  result: "time of the bytes of an all-to-all on a rank's links",
  unit: "s",
  expression: "(n - 1)/n*Q/beta",
  symbols: { n: y.group, Q: y.payload, beta: y.groupRate },
  source: THAKUR,
  example: { n: 8, Q: 1e9, beta: 200e9, gives: 0.004375 },
});

export const allToAllWireAcross = formula({
  name: "allToAllWireAcross",
  result: "time of the bytes of an all-to-all on a rank's busiest links",
  unit: "s",
  expression: "max((n/n_D - 1)/n*Q/beta, (1 - 1/n_D)*Q/beta_o)",
  symbols: { n: y.group, n_D: y.domains, Q: y.payload, beta: y.groupRate, beta_o: y.outRate },
  source: "definition: what stays in the domain and what leaves it go side by side",
  example: { n: 16, n_D: 2, Q: 1e9, beta: 240e9, beta_o: 20e9, gives: 0.025 },
});

export const torusAllToAllWire = formula({
  name: "torusAllToAllWire",
  result: "time of an all-to-all's bytes on the links along the longest dimension of a torus",
  unit: "s",
  expression: "n_T*n_R/8*Q/beta",
  symbols: { n_T: y.longest, n_R: y.rings, Q: y.payload, beta: y.groupRate },
  source:
    "definition: a message travels a quarter of each ring on the average, and a device has two links along it",
  example: { n_T: 16, n_R: 4, Q: 1e9, beta: 400e9, gives: 0.02 },
});

export const twistedAllToAllWire = formula({
  name: "twistedAllToAllWire",
  result: "time of an all-to-all's bytes on a torus whose closing links are shifted",
  unit: "s",
  expression: "tau_w/c_w",
  symbols: {
    tau_w: { ...y.wireTime, meaning: "time of the bytes on the straight torus" },
    c_w: { symbol: "c_w", meaning: "throughput of the twisted torus over the straight one", unit: "1" },
  },
  source: "arXiv:2304.01433, on twisted tori",
  example: { tau_w: 0.0163, c_w: 1.63, gives: 0.01 },
});

export const allToAllTime = formula({
  name: "allToAllTime",
  result: "time of an all-to-all",
  unit: "s",
  expression: "tau_b + tau_a + tau_w + 2*sqrt(alpha*tau_w)",
  symbols: {
    tau_b: y.baseLatency,
    tau_a: { ...y.hopsTime, meaning: "latencies of the messages, one after the other" },
    tau_w: y.wireTime,
    alpha: y.latency,
  },
  source: "pipelined, over one hop",
  assumes: "a message for each device of the domain and each other domain",
  example: { tau_b: 4e-5, tau_a: 2e-5, tau_w: 4e-4, alpha: 4e-6, gives: 5.4e-4 },
});

export const shardBytes = formula({
  name: "shardBytes",
  result: "a rank's share of a payload",
  unit: "B",
  expression: "Q/n",
  symbols: { Q: y.payload, n: y.group },
  source: "definition",
  example: { Q: 1e9, n: 8, gives: 1.25e8 },
});

export const gradientPayload = formula({
  name: "gradientPayload",
  result: "payload of a data-parallel collective",
  unit: "B",
  expression: "B_x*P",
  symbols: { B_x: { ...y.elementBytes, meaning: "bytes sent for a parameter" }, P: y.paramCount },
  source: "definition",
  example: { B_x: 2, P: 1e9, gives: 2e9 },
});

export const totalCallTime = formula({
  name: "totalCallTime",
  result: "time of all calls of a step",
  unit: "s",
  expression: "n_c*tau",
  symbols: { n_c: y.calls, tau: { ...y.seconds, meaning: "time of a call" } },
  source: "definition",
  example: { n_c: 100, tau: 0.001, gives: 0.1 },
});

export const slowedCall = formula({
  name: "slowedCall",
  result: "time of a collective of a framework that leaves part of the links' rate unused",
  unit: "s",
  expression: "tau/eta_d",
  symbols: {
    tau: { ...y.seconds, meaning: "time of the collective at the links' rate" },
    eta_d: {
      symbol: "eta_d",
      meaning: "share of that rate that the framework's collectives reach",
      unit: "1",
    },
  },
  source: "definition",
  example: { tau: 0.7, eta_d: 0.7, gives: 1 },
});

export const buckets = formula({
  name: "buckets",
  result: "buckets that a payload is sent in",
  unit: "1",
  expression: "max(ceil(Q/max(Q_b, d*Q_r)), 1)",
  symbols: { Q: y.payload, Q_b: y.bucket, d: y.dp, Q_r: y.bucketRank },
  source:
    "arXiv:2006.15704, section 3.2.3; Megatron Core, DistributedDataParallel (buckets that grow with the ranks)",
  example: { Q: 1e9, Q_b: 25e6, d: 8, Q_r: 1e6, gives: 40 },
});

export const lastLayerShare = formula({
  name: "lastLayerShare",
  result: "share of a stage's gradients that exists only when its backward ends",
  unit: "1",
  expression: "1/max(L_r, 1)",
  symbols: { L_r: y.stageLayers },
  source: "definition",
  assumes: "one bucket a layer",
  example: { L_r: 12, gives: 0.08333333333333333 },
});

export const lossPayload = formula({
  name: "lossPayload",
  result: "one fp32 number a token",
  unit: "B",
  expression: "B_f*s*b",
  symbols: { B_f: y.floatBytes, s: y.seqLen, b: y.microBatch },
  source: "arXiv:1909.08053, section 3",
  example: { B_f: 4, s: 2048, b: 1, gives: 8192 },
});

export const product = formula({
  name: "product",
  result: "calls of a step",
  unit: "1",
  expression: "n*n_c",
  symbols: { n: y.count, n_c: { ...y.calls, meaning: "calls each time" } },
  source: "definition",
  example: { n: 12, n_c: 64, gives: 768 },
});
