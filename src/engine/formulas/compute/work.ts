import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

const flopsOfModel = { ...y.flops, meaning: "model FLOPs of a step" };

// FLOPs, utilisation and throughput. A multiply-add counts as two FLOPs.

export const layerForwardFlops = formula({
  name: "layerForwardFlops",
  result: "FLOPs of the layers' weight matmuls forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*h*(2*d_h*(a + a_kv) + n_w*f)",
  symbols: {
    L: y.layers,
    s: y.seqLen,
    h: y.dModel,
    d_h: y.dHead,
    a: y.heads,
    a_kv: y.kvHeads,
    n_w: y.mlpMatrices,
    f: y.dFf,
  },
  source: "arXiv:2104.04473, appendix A",
  example: { L: 1, s: 1, h: 100, d_h: 10, a: 10, a_kv: 10, n_w: 2, f: 400, gives: 240000 },
});

export const matmulForwardFlops = formula({
  name: "matmulForwardFlops",
  result: "FLOPs of one matmul of the layers forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*K*N",
  symbols: { L: y.layers, s: y.seqLen, K: y.innerK, N: y.columnsN },
  source: "definition",
  example: { L: 1, s: 1, K: 100, N: 400, gives: 80000 },
});

export const coreForwardFlops = formula({
  name: "coreForwardFlops",
  result: "FLOPs of the attention scores and context forward, one sequence",
  unit: "FLOP",
  expression: "4*L*s^2*a*d_h",
  symbols: { L: y.layers, s: y.seqLen, a: y.heads, d_h: y.dHead },
  source: "arXiv:2104.04473, appendix A",
  assumes: "full attention is counted; a causal mask does not halve it",
  example: { L: 1, s: 10, a: 10, d_h: 10, gives: 40000 },
});

export const windowCoreForwardFlops = formula({
  name: "windowCoreForwardFlops",
  result: "FLOPs of attention scores and context in a sliding window forward, one sequence",
  unit: "FLOP",
  expression: "4*L*s*min(s, w)*a*d_h",
  symbols: { L: y.layers, s: y.seqLen, w: y.slidingWindow, a: y.heads, d_h: y.dHead },
  source:
    "NVIDIA-NeMo/Megatron-Bridge, src/megatron/bridge/training/utils/flop_utils.py (which halves it as it halves full attention)",
  assumes: "every token counts a whole window, although the first ones have fewer tokens before them",
  example: { L: 1, s: 10, w: 4, a: 10, d_h: 10, gives: 16000 },
});

export const headForwardFlops = formula({
  name: "headForwardFlops",
  result: "FLOPs of the language-model head forward, one sequence",
  unit: "FLOP",
  expression: "2*s*h*V",
  symbols: { s: y.seqLen, h: y.dModel, V: y.vocab },
  source: "arXiv:2104.04473, appendix A",
  example: { s: 10, h: 10, V: 100, gives: 20000 },
});

export const modelFlops = formula({
  name: "modelFlops",
  result: "model FLOPs of a step",
  unit: "FLOP",
  expression: "3*B*(C_l + C_a + C_v)",
  symbols: { B: y.globalBatch, C_l: y.layerFlops, C_a: y.coreFlops, C_v: y.headFlops },
  source: "arXiv:2205.05198, eq. 7: a backward pass costs two forward ones",
  assumes: "no recomputation; full attention",
  example: { B: 2, C_l: 100, C_a: 10, C_v: 5, gives: 690 },
});

export const fullRecomputeFlops = formula({
  name: "fullRecomputeFlops",
  result: "hardware FLOPs of a step when every layer is recomputed",
  unit: "FLOP",
  expression: "C + B*(C_l + C_a)",
  symbols: { C: flopsOfModel, B: y.globalBatch, C_l: y.layerFlops, C_a: y.coreFlops },
  source: "arXiv:2104.04473, eq. 3: 96BsLh^2(1 + s/(6h) + V/(16Lh)) for GPT",
  example: { C: 690, B: 2, C_l: 100, C_a: 10, gives: 910 },
});

export const attentionRecomputeFlops = formula({
  name: "attentionRecomputeFlops",
  result: "hardware FLOPs of a step when the attention core is recomputed",
  unit: "FLOP",
  expression: "C + B*C_a",
  symbols: { C: flopsOfModel, B: y.globalBatch, C_a: y.coreFlops },
  source: "definition; arXiv:2205.05198, appendix A",
  assumes: "the core's two matmuls once more; the paper's eq. 8 (s/(3h)) counts them three times",
  example: { C: 690, B: 2, C_a: 10, gives: 710 },
});

export const mlpRecomputeFlops = formula({
  name: "mlpRecomputeFlops",
  result: "FLOPs of recomputing the MLPs' input matmuls in a step",
  unit: "FLOP",
  expression: "2*B*L*s*h*n_u*f",
  symbols: { B: y.globalBatch, L: y.layers, s: y.seqLen, h: y.dModel, n_u: y.upMatrices, f: y.dFf },
  source: "definition",
  example: { B: 1, L: 1, s: 10, h: 10, n_u: 1, f: 40, gives: 8000 },
});

export const stepOf = formula({
  name: "stepOf",
  result: "FLOPs of a step's sequences",
  unit: "FLOP",
  expression: "B*C_l",
  symbols: { B: y.globalBatch, C_l: y.layerFlops },
  source: "definition",
  example: { B: 2, C_l: 100, gives: 200 },
});

export const flopsPerDevice = formula({
  name: "flopsPerDevice",
  result: "FLOP/s that a device achieves, averaged over a step",
  unit: "FLOP/s",
  expression: "C/(T*n_g)",
  symbols: { C: { ...y.flops, meaning: "FLOPs of a step" }, T: y.stepTime, n_g: y.devices },
  source: "arXiv:2104.04473, section 5.1",
  example: { C: 1e18, T: 10, n_g: 1000, gives: 1e14 },
});

export const utilisation = formula({
  name: "utilisation",
  result: "FLOP/s utilisation: share of the peak rate",
  unit: "1",
  expression: "C/(T*n_g*R)",
  symbols: { C: { ...y.flops, meaning: "FLOPs of a step" }, T: y.stepTime, n_g: y.devices, R: y.peakRate },
  source: "arXiv:2204.02311, appendix B",
  example: { C: 1e18, T: 10, n_g: 1000, R: 3.125e14, gives: 0.32 },
});

export const stepTokens = formula({
  name: "stepTokens",
  result: "tokens of a step",
  unit: "token",
  expression: "B*s",
  symbols: { B: y.globalBatch, s: y.seqLen },
  source: "definition",
  example: { B: 1536, s: 2048, gives: 3145728 },
});

export const tokenRate = formula({
  name: "tokenRate",
  result: "tokens trained per second",
  unit: "token/s",
  expression: "B*s/T",
  symbols: { B: y.globalBatch, s: y.seqLen, T: y.stepTime },
  source: "definition",
  example: { B: 1536, s: 2048, T: 16, gives: 196608 },
});

export const tokenRatePerDevice = formula({
  name: "tokenRatePerDevice",
  result: "tokens trained per second per device",
  unit: "token/s",
  expression: "B*s/(T*n_g)",
  symbols: { B: y.globalBatch, s: y.seqLen, T: y.stepTime, n_g: y.devices },
  source: "definition",
  example: { B: 1536, s: 2048, T: 16, n_g: 1024, gives: 192 },
});

export const optimizerBytes = formula({
  name: "optimizerBytes",
  result: "bytes the optimizer's update moves",
  unit: "B",
  expression: "(2*B_g + 2*B_m + 2*n_o*B_o + 2*B_w)*P/n_s",
  symbols: {
    B_g: y.gradientBytes,
    B_m: y.masterBytes,
    n_o: y.moments,
    B_o: y.momentBytes,
    B_w: y.weightBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source: "definition",
  assumes:
    "gradients read for their norm and for the update; fp32 weights, moments and weights read and written once",
  example: { B_g: 4, B_m: 4, n_o: 2, B_o: 4, B_w: 2, P: 1e9, n_s: 1, gives: 36e9 },
});

export const gradientPasses = formula({
  name: "gradientPasses",
  result: "bytes of a step's passes over the gradients on a device",
  unit: "B",
  expression: "n*B_g*P/n_s",
  symbols: {
    n: { ...y.count, meaning: "times that a step reads or writes each gradient" },
    B_g: y.gradientBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source:
    "NVIDIA/Megatron-LM, megatron/core/distributed/param_and_grad_buffer.py: reset, check_grads and start_grad_sync go over the whole buffer",
  example: { n: 4, B_g: 4, P: 1e9, n_s: 1, gives: 16e9 },
});

export const repeatedSeconds = formula({
  name: "repeatedSeconds",
  result: "time of identical parts, one after the other",
  unit: "s",
  expression: "n*tau",
  symbols: {
    n: { ...y.count, meaning: "times that the part runs" },
    tau: { ...y.seconds, meaning: "time of each part" },
  },
  source: "definition",
  example: { n: 8, tau: 0.5, gives: 4 },
});
