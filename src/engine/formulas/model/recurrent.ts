import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Layers that mix tokens by a recurrence: Mamba-2, gated delta nets, linear attention.

const MAMBA2 = "arXiv:2405.21060, section 7; state-spaces/mamba, mamba_ssm/modules/mamba2.py";

export const recurrentColumns = formula({
  name: "recurrentColumns",
  result: "columns of a recurrent layer's input projection on a device: values, gate, keys, queries, scalars",
  unit: "1",
  expression: "2*a_r*d_p/t + 2*max(a_g/t, 1)*d_n + n_y*a_r/t",
  symbols: {
    a_r: y.recurrentHeads,
    d_p: y.recurrentWidth,
    a_g: y.recurrentGroups,
    d_n: y.stateWidth,
    n_y: y.headScalars,
    t: y.tp,
  },
  source: `${MAMBA2}; arXiv:2412.06464, section 3.4; arXiv:2501.08313, section 2.2`,
  assumes: "groups of keys are copied where there are fewer than ranks",
  example: { a_r: 80, d_p: 64, a_g: 1, d_n: 128, n_y: 1, t: 1, gives: 10576 },
});

export const recurrentMixed = formula({
  name: "recurrentMixed",
  result: "columns that a recurrent layer's convolution and scan read on a device: values, keys, queries",
  unit: "1",
  expression: "a_r*d_p/t + 2*max(a_g/t, 1)*d_n",
  symbols: {
    a_r: y.recurrentHeads,
    d_p: y.recurrentWidth,
    a_g: y.recurrentGroups,
    d_n: y.stateWidth,
    t: y.tp,
  },
  source: MAMBA2,
  example: { a_r: 80, d_p: 64, a_g: 1, d_n: 128, t: 1, gives: 5376 },
});

export const recurrentValues = formula({
  name: "recurrentValues",
  result: "columns of a recurrent layer's values on a device",
  unit: "1",
  expression: "a_r*d_p/t",
  symbols: { a_r: y.recurrentHeads, d_p: y.recurrentWidth, t: y.tp },
  source: MAMBA2,
  example: { a_r: 80, d_p: 64, t: 1, gives: 5120 },
});

export const recurrentParams = formula({
  name: "recurrentParams",
  result: "parameters of a recurrent mixer on a device: projections, convolution, numbers of each head, norm",
  unit: "param",
  expression: "h*(N_i + N_v) + w_c*N_m + n_q*a_r/t + N_n",
  symbols: {
    h: y.dModel,
    N_i: y.recurrentIn,
    N_v: y.recurrentOut,
    w_c: y.convolutionWeights,
    N_m: y.recurrentConvolved,
    n_q: y.headNumbers,
    a_r: y.recurrentHeads,
    N_n: y.recurrentNorm,
    t: y.tp,
  },
  source: MAMBA2,
  example: {
    ...{ h: 2560, N_i: 10576, N_v: 5120, w_c: 5, N_m: 5376, n_q: 3, a_r: 80, N_n: 5120, t: 1 },
    gives: 40214000,
  },
});

export const recurrentForwardFlops = formula({
  name: "recurrentForwardFlops",
  result: "FLOPs of the recurrent mixers' weight matmuls forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*h*(N_i + N_v)",
  symbols: { L: y.layers, s: y.seqLen, h: y.dModel, N_i: y.recurrentIn, N_v: y.recurrentOut },
  source: "definition; NVIDIA/Megatron-LM, megatron/training/training.py, mamba_layer_flops",
  assumes: "the convolution of a few taps is not counted",
  example: { L: 1, s: 10, h: 10, N_i: 30, N_v: 20, gives: 10000 },
});

export const recurrentCoreFlops = formula({
  name: "recurrentCoreFlops",
  result: "FLOPs of the recurrences forward, one sequence",
  unit: "FLOP",
  expression: "n_f*L*s*a_r*d_p*d_n",
  symbols: {
    n_f: y.stateFlops,
    L: y.layers,
    s: y.seqLen,
    a_r: y.recurrentHeads,
    d_p: y.recurrentWidth,
    d_n: y.stateWidth,
  },
  source: "NVIDIA/Megatron-LM, megatron/training/training.py: mamba_layer_flops, gated delta rule",
  assumes: "only the recurrence itself; computing it in chunks adds time but does not count as model FLOPs",
  example: { n_f: 7, L: 1, s: 10, a_r: 2, d_p: 4, d_n: 8, gives: 4480 },
});

export const recurrentRanks = formula({
  name: "recurrentRanks",
  result: "ranks that a recurrence's heads are sharded over",
  unit: "1",
  expression: "t*c",
  symbols: { t: y.tp, c: y.cp },
  source: "NVIDIA/Megatron-LM, megatron/core/ssm/mamba_context_parallel.py",
  example: { t: 8, c: 16, gives: 128 },
});

export const chunkLength = formula({
  name: "chunkLength",
  result: "tokens of a chunk of the scan",
  unit: "token",
  expression: "min(s, s_c)",
  symbols: { s: y.seqLen, s_c: y.scanChunk },
  source: "arXiv:2405.21060, section 6",
  example: { s: 4096, s_c: 256, gives: 256 },
});

export const chunkProducts = formula({
  name: "chunkProducts",
  result: "matmuls of a scan in chunks, one per chunk and head of a micro-batch on a device",
  unit: "1",
  expression: "b*ceil(s/s_c)*max(a_r/t, 1)",
  symbols: {
    b: y.microBatch,
    s: y.seqLen,
    s_c: y.scanChunk,
    a_r: { ...y.recurrentHeads, meaning: "heads, or groups of them" },
    t: y.tp,
  },
  source: "arXiv:2405.21060, section 6",
  example: { b: 2, s: 4096, s_c: 256, a_r: 80, t: 8, gives: 320 },
});
