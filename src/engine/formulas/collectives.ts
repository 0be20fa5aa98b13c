import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** Collectives in the alpha-beta model: latency a hop, inverse bandwidth a byte. */

const THAKUR = "Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005";

export const scaleUpRate = formula({
  name: "scaleUpRate",
  result: "bytes a device sends per second inside its scale-up domain",
  unit: "B/s",
  expression: "W_l*eta_l",
  symbols: { W_l: y.linkRate, eta_l: y.linkEfficiency },
  source: "definition",
  example: { W_l: 300e9, eta_l: 0.8, gives: 240e9 },
});

export const scaleOutRate = formula({
  name: "scaleOutRate",
  result: "bytes a device sends per second across the fabric, the node's NICs shared by its devices",
  unit: "B/s",
  expression: "W_n*n_nic/n_d*eta_l/o",
  symbols: {
    W_n: y.nicRate,
    n_nic: y.nics,
    n_d: y.nodeDevices,
    eta_l: y.linkEfficiency,
    o: y.oversubscription,
  },
  source: "definition",
  assumes: "all devices of a node send at once",
  example: { W_n: 25e9, n_nic: 8, n_d: 8, eta_l: 0.8, o: 1, gives: 20e9 },
});

export const ringAllReduce = formula({
  name: "ringAllReduce",
  result: "time of a ring all-reduce",
  unit: "s",
  expression: "2*(n - 1)*alpha + 2*(n - 1)/n*Q/beta",
  symbols: { n: y.group, alpha: y.latency, Q: y.payload, beta: y.groupRate },
  source: THAKUR,
  example: { n: 8, alpha: 2e-6, Q: 1e9, beta: 240e9, gives: 0.007319666666666667 },
});

export const treeAllReduce = formula({
  name: "treeAllReduce",
  result: "time of a double-tree all-reduce",
  unit: "s",
  expression: "2*log2(n)*alpha + 2*Q/beta",
  symbols: { n: y.group, alpha: y.latency, Q: y.payload, beta: y.groupRate },
  source: "Sanders, Speck, Traff, Parallel Computing 35(12), 2009",
  example: { n: 8, alpha: 2e-6, Q: 0, beta: 240e9, gives: 12e-6 },
});

export const inNetworkAllReduce = formula({
  name: "inNetworkAllReduce",
  result: "time of an all-reduce that the switches add up",
  unit: "s",
  expression: "2*alpha + (1 + 1/n)*Q/beta",
  symbols: { n: y.group, alpha: y.latency, Q: y.payload, beta: y.groupRate },
  source: "Klenk et al., ISCA 2020, section IV",
  example: { n: 8, alpha: 2e-6, Q: 1e9, beta: 240e9, gives: 0.0046915 },
});

export const ringShare = formula({
  name: "ringShare",
  result: "time of a ring reduce-scatter or all-gather",
  unit: "s",
  expression: "(n - 1)*alpha + (n - 1)/n*Q/beta",
  symbols: { n: y.group, alpha: y.latency, Q: y.payload, beta: y.groupRate },
  source: THAKUR,
  example: { n: 8, alpha: 2e-6, Q: 1e9, beta: 240e9, gives: 0.0036598333333333335 },
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

export const sendTime = formula({
  name: "sendTime",
  result: "time of a message from one device to another",
  unit: "s",
  expression: "alpha + Q/beta",
  symbols: { alpha: y.latency, Q: y.payload, beta: y.groupRate },
  source: "Hockney, Parallel Computing 20(3), 1994",
  example: { alpha: 5e-6, Q: 1e9, beta: 20e9, gives: 0.050005 },
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

export const exposedBehind = formula({
  name: "exposedBehind",
  result: "communication left exposed when it runs beside computation",
  unit: "s",
  expression: "max(tau_x - tau_h, c_x*tau_x) + (kappa - 1)*min(tau_x, tau_h)",
  symbols: { tau_x: y.commTime, tau_h: y.hideTime, c_x: y.exposedShare, kappa: y.contention },
  source: "this project's overlap model; contention as in Galvatron (arXiv:2211.13878, section 3.4)",
  assumes:
    "the first or last part has nothing to hide behind; computation is slowed while it runs beside communication",
  example: { tau_x: 0.01, tau_h: 0.02, c_x: 0.125, kappa: 1.1, gives: 0.00225 },
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
