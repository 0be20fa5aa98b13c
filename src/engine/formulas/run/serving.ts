import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Serving of a trained model: memory, prefill of a prompt, and decoding of each token after it.

const POPE = "arXiv:2211.05102, section 2";
const cacheBytes = symbol("B_k", "bytes of a cached number", "B");
const cached = symbol("s_k", "tokens of a sequence whose keys and values are cached", "token");
const served = { ...y.microBatch, meaning: "sequences served at once" };
const tokenBytes = symbol("Q_t", "bytes that one token of one layer leaves in the cache", "B");

export const keyValueBytes = formula({
  name: "keyValueBytes",
  result: "bytes that one token of one layer leaves in the cache of a device",
  unit: "B",
  expression: "2*max(a_kv/t, 1)*d_h*B_k",
  symbols: { a_kv: y.kvHeads, t: y.tp, d_h: y.dHead, B_k: cacheBytes },
  source: "arXiv:2211.05102, section 3.3; arXiv:2305.13245, section 2 (grouped queries)",
  assumes: "if there are fewer key-value heads than tensor-parallel ranks, they are replicated, one per rank",
  example: { a_kv: 8, t: 1, d_h: 128, B_k: 2, gives: 4096 },
});

export const latentKeyValueBytes = formula({
  name: "latentKeyValueBytes",
  result: "bytes that one token of one layer of latent attention leaves in the cache of a device",
  unit: "B",
  expression: "(r_kv + d_r)*B_k",
  symbols: { r_kv: y.kvRank, d_r: y.dRope, B_k: cacheBytes },
  source: "arXiv:2405.04434, section 2.1.2 and table 1",
  assumes: "all heads share the compressed vector: each tensor-parallel rank keeps all of it",
  example: { r_kv: 512, d_r: 64, B_k: 2, gives: 1152 },
});

export const cachedTokens = formula({
  name: "cachedTokens",
  result: "tokens of a sequence whose keys and values a layer with a sliding window keeps",
  unit: "token",
  expression: "min(s, w)",
  symbols: { s: y.seqLen, w: y.slidingWindow },
  source: "arXiv:2310.06825, section 2: a rolling buffer",
  example: { s: 32768, w: 4096, gives: 4096 },
});

export const layersCache = formula({
  name: "layersCache",
  result: "cache of keys and values of several layers on a device",
  unit: "B",
  expression: "n*b*s_k*Q_t",
  symbols: {
    n: { ...y.count, meaning: "layers of this kind on the device" },
    b: { ...served, unit: "1" },
    s_k: { ...cached, unit: "1" },
    Q_t: tokenBytes,
  },
  source: POPE,
  example: { n: 80, b: 1, s_k: 4096, Q_t: 4096, gives: 1342177280 },
});

export const servedWeights = formula({
  name: "servedWeights",
  result: "weights that a device holds to serve a model",
  unit: "B",
  expression: "B_w*P",
  symbols: {
    B_w: { ...y.weightBytes, unit: "B/param" },
    P: { ...y.paramCount, meaning: "parameters on the device" },
  },
  source: POPE,
  example: { B_w: 2, P: 7e10, gives: 1.4e11 },
});

export const largestBatch = formula({
  name: "largestBatch",
  result: "sequences of the context's length whose KV cache fits next to the weights",
  unit: "1",
  expression: "floor(max(0, (Q_d - Q_f - Q_w)/(Q_k/b)))",
  symbols: {
    Q_d: y.deviceBytes,
    Q_f: y.fixedBytes,
    Q_w: symbol("Q_w", "weights that the device holds", "B"),
    Q_k: symbol("Q_k", "cache of the sequences served", "B"),
    b: { ...served, unit: "1" },
  },
  source: "definition",
  example: { Q_d: 80e9, Q_f: 1e9, Q_w: 35e9, Q_k: 2e9, b: 2, gives: 44 },
});

export const touchedExperts = formula({
  name: "touchedExperts",
  result: "routed experts of a layer that a step of decoding reads, expected",
  unit: "1",
  expression: "n_e*(1 - (1 - k/n_e)^b)",
  symbols: { n_e: y.experts, k: y.topK, b: { ...served, unit: "1" } },
  source: "the probability that none of b tokens, each with k different experts, uses a given expert",
  assumes: "tokens choose independently, and every expert equally often",
  example: { n_e: 256, k: 8, b: 1, gives: 8 },
});

export const expertsRead = formula({
  name: "expertsRead",
  result: "parameters of routed experts that a step of decoding reads on a device",
  unit: "param",
  expression: "P_x*n_x/n_e",
  symbols: {
    P_x: { ...y.partParams, meaning: "parameters of the routed experts on the device" },
    n_x: { ...y.elements, meaning: "routed experts of a layer that the step reads" },
    n_e: y.experts,
  },
  source: "definition",
  example: { P_x: 256e6, n_x: 8, n_e: 256, gives: 8e6 },
});

export const decodeFlops = formula({
  name: "decodeFlops",
  result: "FLOPs of the weight matmuls in a step of decoding, on a device",
  unit: "FLOP",
  expression: "2*b*P",
  symbols: {
    b: { ...served, unit: "1" },
    P: { ...y.paramCount, unit: "FLOP", meaning: "parameters on the device that a token passes through" },
  },
  source: POPE,
  example: { b: 8, P: 1e9, gives: 16e9 },
});

export const decodeCoreFlops = formula({
  name: "decodeCoreFlops",
  result: "FLOPs of the attention cores in a step of decoding, on a device",
  unit: "FLOP",
  expression: "4*n*b*s_k*a*d_h/t",
  symbols: {
    n: { ...y.count, meaning: "layers of this kind on the device" },
    b: served,
    s_k: cached,
    a: y.heads,
    d_h: y.dHead,
    t: y.tp,
  },
  source: "arXiv:2104.04473, appendix A, for one query",
  example: { n: 1, b: 1, s_k: 1000, a: 10, d_h: 100, t: 1, gives: 4e6 },
});

export const decodeLatentFlops = formula({
  name: "decodeLatentFlops",
  result: "FLOPs of the cores of latent attention in a step of decoding, on a device",
  unit: "FLOP",
  expression: "2*n*b*s_k*a*(2*r_kv + d_r)/t",
  symbols: {
    n: { ...y.count, meaning: "layers of this kind on the device" },
    b: served,
    s_k: cached,
    a: y.heads,
    r_kv: y.kvRank,
    d_r: y.dRope,
    t: y.tp,
  },
  source: "arXiv:2405.04434, section 2.1.2",
  assumes:
    "the up-projections are absorbed into those of queries and output: heads work on the compressed vectors",
  example: { n: 1, b: 1, s_k: 1000, a: 128, r_kv: 512, d_r: 64, t: 1, gives: 278528000 },
});

export const decodeStream = formula({
  name: "decodeStream",
  result: "residual stream of a step of decoding",
  unit: "B",
  expression: "b*h*B_a",
  symbols: { b: { ...served, unit: "1" }, h: y.dModel, B_a: y.activationBytes },
  source: "definition",
  example: { b: 8, h: 8192, B_a: 2, gives: 131072 },
});

export const decodeTime = formula({
  name: "decodeTime",
  result: "time of a step of decoding: one more token for every sequence",
  unit: "s",
  expression: "max(C/(R*eta_c*c_s), Q/(W*eta_m)) + n*tau_0 + tau_x",
  symbols: {
    C: { ...y.flops, meaning: "FLOPs of one decoding step on a device" },
    R: y.peakRate,
    eta_c: y.gemmEfficiency,
    c_s: y.sustained,
    Q: { ...y.bytes, meaning: "weights and cache that are read" },
    W: y.memoryRate,
    eta_m: y.memoryEfficiency,
    n: { ...y.count, meaning: "kernels, one after the other" },
    tau_0: y.kernelStart,
    tau_x: y.commTime,
  },
  source: "arXiv:2211.05102, sections 2 and 3: memory time, compute time and communication",
  assumes:
    "kernels are launched as graphs; weights and cache are read once; one batch is in the pipeline at a time",
  example: {
    C: 1e9,
    R: 1e15,
    eta_c: 1,
    c_s: 1,
    Q: 2e9,
    W: 2e12,
    eta_m: 0.8,
    n: 100,
    tau_0: 3e-6,
    tau_x: 1e-4,
    gives: 0.00165,
  },
});

export const servedTokenRate = formula({
  name: "servedTokenRate",
  result: "output tokens per second of one group of devices",
  unit: "token/s",
  expression: "b/tau",
  symbols: {
    b: { ...served, unit: "token", meaning: "tokens of a step: one for each sequence" },
    tau: { ...y.seconds, meaning: "time of a step of decoding" },
  },
  source: "definition",
  example: { b: 8, tau: 0.02, gives: 400 },
});

export const servedTokenRateEach = formula({
  name: "servedTokenRateEach",
  result: "output tokens per second per device",
  unit: "token/s",
  expression: "n_r/(t*p)",
  symbols: {
    n_r: symbol("n_r", "output tokens per second of the group", "token/s"),
    t: y.tp,
    p: y.pp,
  },
  source: "definition",
  example: { n_r: 400, t: 8, p: 1, gives: 50 },
});

const SARATHI = "Sarathi-Serve, OSDI 2024 (arXiv:2403.02310), sections 2 and 4";

export const servedIteration = formula({
  name: "servedIteration",
  result: "time of an iteration of a server that prefills prompts and decodes at the same time",
  unit: "s",
  expression: "max(tau_f, tau_d) + c_q*n_q + tau_k + tau_h",
  symbols: {
    tau_f: symbol("tau_f", "forward pass over all tokens of the iteration, without attention", "s"),
    tau_d: symbol("tau_d", "step of decoding for the requests in progress, without their cache", "s"),
    c_q: symbol("c_q", "time of prefill attention per pair of tokens", "s"),
    n_q: { ...y.count, symbol: "n_q", meaning: "pairs of a prompt's token and one before it" },
    tau_k: symbol("tau_k", "time to attend to the cache of the requests in progress", "s"),
    tau_h: symbol("tau_h", "time of the iteration on the host", "s"),
  },
  source: SARATHI,
  assumes: "prompts and decoded tokens share the matmuls: weights are read once",
  example: { tau_f: 0.1, tau_d: 0.01, c_q: 1e-9, n_q: 4e6, tau_k: 0.005, tau_h: 0, gives: 0.109 },
});

export const attentionPair = formula({
  name: "attentionPair",
  result: "time of prefill attention per pair of tokens",
  unit: "s",
  expression: "max(0, tau_1/tau_2 - 1)*tau_2/(2*s^2)",
  symbols: {
    tau_1: symbol("tau_1", "prefill of one prompt of 2 s tokens", "s"),
    tau_2: symbol("tau_2", "prefill of two prompts of s tokens", "s"),
    s: { ...y.count, symbol: "s", meaning: "tokens of the shorter prompts" },
  },
  source: "definition: both have the same matmuls, and differ by 2 s^2 pairs",
  example: { tau_1: 0.3, tau_2: 0.2, s: 1000, gives: 5e-8 },
});

export const cacheRoom = formula({
  name: "cacheRoom",
  result: "tokens whose keys and values a replica has room for",
  unit: "token",
  expression: "max(0, (Q_d - Q_f - Q_w)/Q_k)*s_k",
  symbols: {
    Q_d: y.deviceBytes,
    Q_f: y.fixedBytes,
    Q_w: symbol("Q_w", "weights that the device holds", "B"),
    s_k: { ...cached, meaning: "tokens of a request of mean length" },
    Q_k: symbol("Q_k", "cache of one such request", "B"),
  },
  source: "vLLM, SOSP 2023 (arXiv:2309.06180), section 4: blocks without fragmentation",
  example: { Q_d: 80e9, Q_f: 1e9, Q_w: 39e9, s_k: 1000, Q_k: 1e9, gives: 4e4 },
});

const requestRate = symbol("lambda", "requests that arrive per second", "sequence/s");

export const servedCapacity = formula({
  name: "servedCapacity",
  result: "requests per second that all replicas serve at most",
  unit: "sequence/s",
  expression: "n_R*n_r",
  symbols: {
    n_R: { ...y.count, symbol: "n_R", meaning: "replicas" },
    n_r: symbol("n_r", "requests per second of a replica whose queue never empties", "sequence/s"),
  },
  source: "definition",
  example: { n_R: 4, n_r: 2.5, gives: 10 },
});

export const servedLoad = formula({
  name: "servedLoad",
  result: "load of a server: requests that arrive divided by those that it can serve",
  unit: "1",
  expression: "lambda/mu",
  symbols: { lambda: requestRate, mu: symbol("mu", "requests per second that can be served", "sequence/s") },
  source: "definition: the queue is stable below 1 (Kleinrock, Queueing Systems, volume 1, 1975, chapter 2)",
  example: { lambda: 6, mu: 8, gives: 0.75 },
});

export const requestTokens = formula({
  name: "requestTokens",
  result: "output tokens per second of a rate of requests",
  unit: "token/s",
  expression: "lambda*l_r",
  symbols: {
    lambda: requestRate,
    l_r: symbol("l_r", "mean tokens of an output", "token/sequence"),
  },
  source: "definition",
  example: { lambda: 20, l_r: 500, gives: 1e4 },
});

export const requestsPresent = formula({
  name: "requestsPresent",
  result: "requests that wait or are in progress, mean over time",
  unit: "sequence",
  expression: "lambda*tau",
  symbols: {
    lambda: requestRate,
    tau: { ...y.seconds, meaning: "mean time from the arrival of a request to its last token" },
  },
  source: "Little, A proof for the queuing formula L = lambda W, Operations Research 9(3), 1961",
  example: { lambda: 20, tau: 3, gives: 60 },
});

export const servedDevices = formula({
  name: "servedDevices",
  result: "devices of all replicas",
  unit: "GPU",
  expression: "n_R*t*p",
  symbols: { n_R: { ...y.count, symbol: "n_R", unit: "GPU", meaning: "replicas" }, t: y.tp, p: y.pp },
  source: "definition",
  example: { n_R: 4, t: 8, p: 1, gives: 32 },
});

export const servedTokenCost = formula({
  name: "servedTokenCost",
  result: "cost of an output token",
  unit: "$/token",
  expression: "n_g*c_g/n_r",
  symbols: {
    n_g: { ...y.devices, meaning: "devices of all replicas" },
    c_g: y.price,
    n_r: symbol("n_r", "output tokens per second of all replicas", "token/s"),
  },
  source: "definition: replicas are paid for while they wait, too",
  example: { n_g: 8, c_g: 0.001, n_r: 4000, gives: 2e-6 },
});
