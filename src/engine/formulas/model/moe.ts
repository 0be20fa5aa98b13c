import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Layers with a mixture of experts: tokens, bytes and FLOPs. All formulas assume that the router loads the
// experts equally.

const GSHARD = "arXiv:2006.16668, section 2.2 and 3.1";
const BALANCED = "the router loads all experts equally (auxiliary loss or bias), and no token is dropped";
const MEGATRON = "Megatron Core, mixture-of-experts guide: parallel folding (arXiv:2504.14960, section 3)";

export const expertsOfDevice = formula({
  name: "expertsOfDevice",
  result: "routed experts of a layer on a device",
  unit: "1",
  expression: "n_e/p_e",
  symbols: { n_e: y.experts, p_e: y.ep },
  source: GSHARD,
  example: { n_e: 256, p_e: 64, gives: 4 },
});

export const tokensOfExpert = formula({
  name: "tokensOfExpert",
  result: "tokens that one expert receives in a micro-batch",
  unit: "token",
  expression: "k*s*b/t_s*p_e*t_e/n_e",
  symbols: {
    k: y.topK,
    s: y.seqLen,
    b: y.microBatch,
    t_s: y.seqSplit,
    p_e: y.ep,
    t_e: y.etp,
    n_e: y.experts,
  },
  source: GSHARD,
  assumes: BALANCED,
  example: { k: 8, s: 4096, b: 1, t_s: 1, p_e: 64, t_e: 1, n_e: 256, gives: 8192 },
});

export const arrivedTokens = formula({
  name: "arrivedTokens",
  result: "tokens that all experts of a device receive in a micro-batch",
  unit: "token",
  expression: "n*M",
  symbols: {
    n: { ...y.count, meaning: "routed experts of a layer on a device" },
    M: { ...y.rowsM, meaning: "tokens that one expert receives" },
  },
  source: GSHARD,
  example: { n: 4, M: 8192, gives: 32768 },
});

export const routedElements = formula({
  name: "routedElements",
  result: "elements of the routed tokens, one copy for each expert they visit, that a device sends",
  unit: "1",
  expression: "k*s*b*h/t_s",
  symbols: { k: y.topK, s: y.seqLen, b: y.microBatch, h: y.dModel, t_s: y.seqSplit },
  source: GSHARD,
  assumes: BALANCED,
  example: { k: 8, s: 4096, b: 1, h: 7168, t_s: 1, gives: 234881024 },
});

export const expertElements = formula({
  name: "expertElements",
  result: "elements as wide as an expert, of all tokens that a device's experts receive",
  unit: "1",
  expression: "k*s*b*f/t_s",
  symbols: { k: y.topK, s: y.seqLen, b: y.microBatch, f: y.dFf, t_s: y.seqSplit },
  source: GSHARD,
  assumes: `${BALANCED}; tensor parallelism inside an expert gathers tokens and splits the width, so neither counts`,
  example: { k: 8, s: 4096, b: 1, f: 2048, t_s: 1, gives: 67108864 },
});

export const routerElements = formula({
  name: "routerElements",
  result: "scores of the router of a micro-batch on a device",
  unit: "1",
  expression: "s*b*n_e/t_s",
  symbols: { s: y.seqLen, b: y.microBatch, n_e: y.experts, t_s: y.seqSplit },
  source: GSHARD,
  example: { s: 4096, b: 1, n_e: 256, t_s: 1, gives: 1048576 },
});

export const tokensOfDevice = formula({
  name: "tokensOfDevice",
  result: "tokens of a micro-batch that a device routes",
  unit: "token",
  expression: "s*b/t_s",
  symbols: { s: y.seqLen, b: y.microBatch, t_s: y.seqSplit },
  source: GSHARD,
  example: { s: 4096, b: 1, t_s: 2, gives: 2048 },
});

export const sharedWidth = formula({
  name: "sharedWidth",
  result: "width of the shared experts, which run as one MLP",
  unit: "1",
  expression: "n_h*f",
  symbols: { n_h: y.sharedExperts, f: y.dFf },
  source: "arXiv:2401.06066, section 3.2",
  example: { n_h: 2, f: 1536, gives: 3072 },
});

export const routedTensor = formula({
  name: "routedTensor",
  result: "the tokens that a device's experts receive, saved as input of their first matmuls",
  unit: "B",
  expression: "B_a*k*s*b*h*t_e/t_s",
  symbols: {
    B_a: y.activationBytes,
    k: y.topK,
    s: y.seqLen,
    b: y.microBatch,
    h: y.dModel,
    t_e: y.etp,
    t_s: y.seqSplit,
  },
  source: GSHARD,
  assumes: BALANCED,
  example: { B_a: 2, k: 8, s: 4096, b: 1, h: 7168, t_e: 1, t_s: 1, gives: 469762048 },
});

export const expertTensor = formula({
  name: "expertTensor",
  result: "one tensor as wide as an expert, of all tokens that a device's experts receive",
  unit: "B",
  expression: "B_a*k*s*b*f/t_s",
  symbols: {
    B_a: y.activationBytes,
    k: y.topK,
    s: y.seqLen,
    b: y.microBatch,
    f: y.dFf,
    t_s: y.seqSplit,
  },
  source: GSHARD,
  assumes: BALANCED,
  example: { B_a: 2, k: 8, s: 4096, b: 1, f: 2048, t_s: 1, gives: 134217728 },
});

export const routerTensor = formula({
  name: "routerTensor",
  result: "one tensor of the router's scores",
  unit: "B",
  expression: "B_f*s*b*n_e/t_s",
  symbols: { B_f: y.floatBytes, s: y.seqLen, b: y.microBatch, n_e: y.experts, t_s: y.seqSplit },
  source: "arXiv:2101.03961, section 2.4: the router works in fp32",
  example: { B_f: 4, s: 4096, b: 1, n_e: 256, t_s: 1, gives: 4194304 },
});

export const dispatchPayload = formula({
  name: "dispatchPayload",
  result: "payload of a dispatch or combine all-to-all: a device's routed tokens, those that stay included",
  unit: "B",
  expression: "B_x*k*s*b*h/t_s",
  symbols: {
    B_x: { ...y.elementBytes, meaning: "bytes that the collective sends per element" },
    k: y.topK,
    s: y.seqLen,
    b: y.microBatch,
    h: y.dModel,
    t_s: y.seqSplit,
  },
  source: GSHARD,
  assumes: `${BALANCED}; one copy per expert is sent, even if two of a token's experts share a device`,
  example: { B_x: 2, k: 8, s: 4096, b: 1, h: 7168, t_s: 1, gives: 469762048 },
});

export const distinctPlaces = formula({
  name: "distinctPlaces",
  result: "places (nodes, devices) that have any of a token's experts, on average",
  unit: "1",
  expression: "n*(1 - (1 - 1/n)^k)",
  symbols: { n: { ...y.group, meaning: "devices or nodes that the experts are spread over" }, k: y.topK },
  source: "expectation of the places hit by k independent choices",
  assumes: "experts are chosen independently of where they are",
  example: { n: 8, k: 8, gives: 5.251128673553467 },
});

export const placesInReach = formula({
  name: "placesInReach",
  result: "places that have experts of the groups a token is limited to",
  unit: "1",
  expression: "n*k_G/n_G",
  symbols: {
    n: { ...y.group, meaning: "devices or nodes that the experts are spread over" },
    k_G: y.topGroups,
    n_G: y.expertGroups,
  },
  source: "arXiv:2412.19437, section 2.1.2: node-limited routing",
  assumes: "a group is on one place or on neighbouring ones",
  example: { n: 64, k_G: 4, n_G: 8, gives: 32 },
});

export const placesOfGroups = formula({
  name: "placesOfGroups",
  result: "places that have any of the groups of experts that a token visits, on average",
  unit: "1",
  expression: "n*(1 - (1 - n_x/n_G)^(n_G/n))",
  symbols: {
    n: { ...y.group, meaning: "devices or nodes that the experts are spread over" },
    n_x: { symbol: "n_x", meaning: "groups of experts that a token visits, on average", unit: "1" },
    n_G: y.expertGroups,
  },
  source:
    "expectation of the places hit when a place has n_G/n groups, each visited with probability n_x/n_G",
  example: { n: 4, n_x: 4, n_G: 8, gives: 3 },
});

export const placedPayload = formula({
  name: "placedPayload",
  result: "payload of a dispatch or combine when a token is sent once to each place with any of its experts",
  unit: "B",
  expression: "B_x*n_z*s*b*h/t_s",
  symbols: {
    B_x: { ...y.elementBytes, meaning: "bytes that the collective sends per element" },
    n_z: y.places,
    s: y.seqLen,
    b: y.microBatch,
    h: y.dModel,
    t_s: y.seqSplit,
  },
  source: "arXiv:2412.19437, section 3.2.2",
  assumes: BALANCED,
  example: { B_x: 2, n_z: 4, s: 4096, b: 1, h: 7168, t_s: 1, gives: 234881024 },
});

export const expertWeightsShard = formula({
  name: "expertWeightsShard",
  result: "weights of a layer's routed experts on a device",
  unit: "param",
  expression: "n_e/p_e*P_e/t_e",
  symbols: {
    n_e: y.experts,
    p_e: y.ep,
    P_e: y.expertParams,
    t_e: y.etp,
  },
  source: MEGATRON,
  example: { n_e: 256, p_e: 64, P_e: 44040192, t_e: 1, gives: 176160768 },
});

export const expertReplicas = formula({
  name: "expertReplicas",
  result: "devices that hold the same experts: the data-parallel degree of the experts",
  unit: "1",
  expression: "n/(p_e*t_e)",
  symbols: { n: { ...y.group, meaning: "devices of a pipeline stage: dp * cp * tp" }, p_e: y.ep, t_e: y.etp },
  source: MEGATRON,
  example: { n: 128, p_e: 64, t_e: 1, gives: 2 },
});

export const routedForwardFlops = formula({
  name: "routedForwardFlops",
  result: "FLOPs of the routers, routed and shared experts forward, one sequence",
  unit: "FLOP",
  expression: "2*L_e*s*(h*n_e + k*P_e + n_h*P_h)",
  symbols: {
    L_e: y.moeLayers,
    s: y.seqLen,
    h: y.dModel,
    n_e: y.experts,
    k: y.topK,
    n_h: y.sharedExperts,
    P_e: y.expertParams,
    P_h: y.sharedExpertParams,
  },
  source: "arXiv:2104.04473, appendix A, for the experts that a token visits",
  example: { L_e: 1, s: 1, h: 100, n_e: 8, k: 2, n_h: 1, P_e: 1000, P_h: 1000, gives: 7600 },
});
