import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** How long a kernel takes: a roofline whose compute side depends on the shape. */

export const gemmTiles = formula({
  name: "gemmTiles",
  result: "output tiles of a matrix product",
  unit: "1",
  expression: "n_b*ceil(M/T_m)*ceil(N/T_n)",
  symbols: { n_b: y.batch, M: y.rowsM, N: y.columnsN, T_m: y.tileM, T_n: y.tileN },
  source: "NVIDIA, Matrix Multiplication Background User's Guide, section 3.1 (tile quantization)",
  example: { n_b: 1, M: 8192, N: 512, T_m: 128, T_n: 128, gives: 256 },
});

export const gemmWaves = formula({
  name: "gemmWaves",
  result: "waves of tiles over the device",
  unit: "1",
  expression: "ceil(n_t/n_sm)",
  symbols: { n_t: y.tiles, n_sm: y.sms },
  source: "NVIDIA, Matrix Multiplication Background User's Guide, section 3.2 (wave quantization)",
  example: { n_t: 256, n_sm: 108, gives: 3 },
});

export const gemmComputeTime = formula({
  name: "gemmComputeTime",
  result: "time of a matrix product's arithmetic",
  unit: "s",
  expression: "n_v*n_sm*2*T_m*T_n*(K + K_0)/(R*eta_c)",
  symbols: {
    n_v: y.waves,
    n_sm: y.sms,
    T_m: y.tileM,
    T_n: y.tileN,
    K: y.innerK,
    K_0: y.innerRamp,
    R: y.peakRate,
    eta_c: y.gemmEfficiency,
  },
  source: "this project's kernel model; see CALIBRATION.md",
  assumes:
    "every wave takes as long as a full one; a tile's start and end cost as much as K_0 more inner steps",
  example: { n_v: 1, n_sm: 100, T_m: 128, T_n: 128, K: 1000, K_0: 0, R: 3.2768e12, eta_c: 1, gives: 0.001 },
});

export const gemmBytes = formula({
  name: "gemmBytes",
  result: "bytes a matrix product reads and writes",
  unit: "B",
  expression: "n_b*B_a*(M*K + K*N + M*N)",
  symbols: { n_b: y.batch, B_a: y.activationBytes, M: y.rowsM, N: y.columnsN, K: y.innerK },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  example: { n_b: 1, B_a: 2, M: 100, N: 100, K: 100, gives: 60000 },
});

export const streamTime = formula({
  name: "streamTime",
  result: "time to move bytes through the device's memory",
  unit: "s",
  expression: "Q/(W*eta_m)",
  symbols: { Q: y.bytes, W: y.memoryRate, eta_m: y.memoryEfficiency },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, gives: 0.00125 },
});

export const kernelTime = formula({
  name: "kernelTime",
  result: "time of a kernel",
  unit: "s",
  expression: "max(tau_c, tau_m, tau_l)",
  symbols: { tau_c: y.computeTime, tau_m: y.memoryTime, tau_l: y.launchTime },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  assumes: "the host launches ahead, so a launch costs only where kernels are shorter than it",
  example: { tau_c: 0.001, tau_m: 0.0005, tau_l: 0.000005, gives: 0.001 },
});

export const streamingKernelTime = formula({
  name: "streamingKernelTime",
  result: "time of kernels that only move bytes",
  unit: "s",
  expression: "max(Q/(W*eta_m), n*tau_l)",
  symbols: { Q: y.bytes, W: y.memoryRate, eta_m: y.memoryEfficiency, n: y.count, tau_l: y.launchTime },
  source: "roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009",
  example: { Q: 2e9, W: 2e12, eta_m: 0.8, n: 2, tau_l: 0.000005, gives: 0.00125 },
});

export const movedBytes = formula({
  name: "movedBytes",
  result: "bytes that kernels move",
  unit: "B",
  expression: "B_x*n_x",
  symbols: { B_x: y.elementBytes, n_x: y.elements },
  source: "definition",
  example: { B_x: 4, n_x: 1000, gives: 4000 },
});

export const flashAttentionTime = formula({
  name: "flashAttentionTime",
  result: "time of a flash attention kernel's arithmetic",
  unit: "s",
  expression: "n_p*c_a*4*b*s^2*a*d_h/(t*R*eta_c*eta_f)",
  symbols: {
    n_p: y.passes,
    c_a: y.causal,
    b: y.microBatch,
    s: y.seqLen,
    a: y.heads,
    d_h: y.dHead,
    t: y.tp,
    R: y.peakRate,
    eta_c: y.gemmEfficiency,
    eta_f: y.flashShare,
  },
  source: "arXiv:2307.08691, section 4.1",
  example: {
    n_p: 1,
    c_a: 0.5,
    b: 1,
    s: 1000,
    a: 10,
    d_h: 100,
    t: 1,
    R: 2e12,
    eta_c: 0.5,
    eta_f: 1,
    gives: 0.002,
  },
});

/** Elements of the tensors that streaming kernels pass over. */
export const residualElements = formula({
  name: "residualElements",
  result: "elements of the residual stream of a micro-batch on a device",
  unit: "1",
  expression: "s*b*h/t_s",
  symbols: { s: y.seqLen, b: y.microBatch, h: y.dModel, t_s: y.seqSplit },
  source: "definition",
  example: { s: 2048, b: 1, h: 12288, t_s: 8, gives: 3145728 },
});

export const mlpElements = formula({
  name: "mlpElements",
  result: "elements as wide as the MLP, of a micro-batch on a device",
  unit: "1",
  expression: "s*b*f/t",
  symbols: { s: y.seqLen, b: y.microBatch, f: y.dFf, t: y.tp },
  source: "definition",
  example: { s: 2048, b: 1, f: 49152, t: 8, gives: 12582912 },
});

export const scoreElements = formula({
  name: "scoreElements",
  result: "attention scores of a micro-batch on a device",
  unit: "1",
  expression: "a*s^2*b/t",
  symbols: { a: y.heads, s: y.seqLen, b: y.microBatch, t: y.tp },
  source: "definition",
  example: { a: 96, s: 2048, b: 1, t: 8, gives: 50331648 },
});

export const queryKeyElements = formula({
  name: "queryKeyElements",
  result: "elements of queries and keys, of a micro-batch on a device",
  unit: "1",
  expression: "s*b*d_h*(a/t + max(a_kv/t, 1))",
  symbols: { s: y.seqLen, b: y.microBatch, d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "definition",
  example: { s: 2048, b: 1, d_h: 128, a: 64, a_kv: 8, t: 8, gives: 2359296 },
});

export const logitElements = formula({
  name: "logitElements",
  result: "logits of a micro-batch on a device",
  unit: "1",
  expression: "s*b*V/t",
  symbols: { s: y.seqLen, b: y.microBatch, V: y.vocab, t: y.tp },
  source: "definition",
  example: { s: 2048, b: 1, V: 51200, t: 8, gives: 13107200 },
});

/** Sides of a layer's matrix products on one device. */
export const microBatchTokens = formula({
  name: "microBatchTokens",
  result: "tokens of a micro-batch",
  unit: "token",
  expression: "s*b",
  symbols: { s: y.seqLen, b: y.microBatch },
  source: "definition",
  example: { s: 2048, b: 4, gives: 8192 },
});

export const qkvColumns = formula({
  name: "qkvColumns",
  result: "columns of the query, key and value projection on a device",
  unit: "1",
  expression: "d_h*(a/t + 2*max(a_kv/t, 1))",
  symbols: { d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { d_h: 128, a: 96, a_kv: 96, t: 8, gives: 4608 },
});

export const headColumns = formula({
  name: "headColumns",
  result: "width of the heads on a device",
  unit: "1",
  expression: "a*d_h/t",
  symbols: { a: y.heads, d_h: y.dHead, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { a: 96, d_h: 128, t: 8, gives: 1536 },
});

export const mlpColumns = formula({
  name: "mlpColumns",
  result: "columns of the MLP's input matrices on a device",
  unit: "1",
  expression: "n_u*f/t",
  symbols: { n_u: y.upMatrices, f: y.dFf, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { n_u: 2, f: 28672, t: 8, gives: 7168 },
});

export const attentionProducts = formula({
  name: "attentionProducts",
  result: "score matrices of a micro-batch on a device",
  unit: "1",
  expression: "b*a/t",
  symbols: { b: y.microBatch, a: y.heads, t: y.tp },
  source: "definition",
  example: { b: 4, a: 96, t: 8, gives: 48 },
});

export const vocabularyColumns = formula({
  name: "vocabularyColumns",
  result: "columns of the language-model head on a device",
  unit: "1",
  expression: "ceil(V/t)",
  symbols: { V: y.vocab, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { V: 51200, t: 8, gives: 6400 },
});
