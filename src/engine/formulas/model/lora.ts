import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Low-rank adapters of frozen weights (LoRA).

const rank = { r_a: { symbol: "r_a", meaning: "rank of the adapters", unit: "1" } };

export const adapterParams = formula({
  name: "adapterParams",
  result: "parameters of the adapters on equal matrices",
  unit: "param",
  expression: "n*r_a*(n_a + n_b)",
  symbols: {
    n: { ...y.count, meaning: "matrices of this shape" },
    ...rank,
    n_a: { ...y.count, symbol: "n_a", meaning: "rows of a matrix" },
    n_b: { ...y.count, symbol: "n_b", meaning: "columns of a matrix" },
  },
  source: "arXiv:2106.09685, section 4.1: W + B A, with r columns of B and r rows of A",
  example: { n: 2, r_a: 4, n_a: 12288, n_b: 12288, gives: 196608 },
});

export const passedAdapters = formula({
  name: "passedAdapters",
  result: "parameters of the adapters on routed experts that a token passes in a layer",
  unit: "param",
  expression: "k*P_x",
  symbols: { k: y.topK, P_x: { ...y.paramCount, symbol: "P_x", meaning: "adapters on one expert" } },
  source: "definition: a token goes to k experts",
  example: { k: 2, P_x: 884736, gives: 1769472 },
});

export const adapterFlops = formula({
  name: "adapterFlops",
  result: "FLOPs of the adapters of equal layers forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*P_x",
  symbols: {
    L: y.layers,
    s: { ...y.seqLen, meaning: "tokens of a sequence that pass them" },
    P_x: { ...y.paramCount, symbol: "P_x", meaning: "adapters of a layer that a token passes" },
  },
  source: "definition: a multiplication and an addition for each",
  example: { L: 2, s: 100, P_x: 8192, gives: 3276800 },
});

export const adaptedElements = formula({
  name: "adaptedElements",
  result: "numbers of the results that adapters are added to",
  unit: "1",
  expression: "n*M*n_b",
  symbols: {
    n: { ...y.count, meaning: "matrices of this shape" },
    M: y.rowsM,
    n_b: { ...y.count, symbol: "n_b", meaning: "columns of a matrix" },
  },
  source: "definition",
  example: { n: 1, M: 2048, n_b: 4096, gives: 8388608 },
});

export const matrixElements = formula({
  name: "matrixElements",
  result: "numbers of equal matrices",
  unit: "1",
  expression: "n*n_a*n_b",
  symbols: {
    n: { ...y.count, meaning: "matrices of this shape" },
    n_a: { ...y.count, symbol: "n_a", meaning: "rows of a matrix" },
    n_b: { ...y.count, symbol: "n_b", meaning: "columns of a matrix" },
  },
  source: "definition",
  example: { n: 2, n_a: 4096, n_b: 1024, gives: 8388608 },
});

export const wholeMatrix = formula({
  name: "wholeMatrix",
  result: "quantised matrices dequantised for a matmul",
  unit: "B",
  expression: "B_a*n*n_a*n_b",
  symbols: {
    B_a: y.activationBytes,
    n: { ...y.count, meaning: "matrices in one matmul" },
    n_a: { ...y.count, symbol: "n_a", meaning: "rows of a matrix" },
    n_b: { ...y.count, symbol: "n_b", meaning: "columns of a matrix" },
  },
  source: "arXiv:2305.14314, eq. 5 and 6: weights are dequantised to BF16, and these are multiplied",
  example: { B_a: 2, n: 1, n_a: 8192, n_b: 28672, gives: 469762048 },
});

export const frozenWeights = formula({
  name: "frozenWeights",
  result: "frozen weights on a device",
  unit: "B",
  expression: "(B_q*P_q + B_w*(P - P_q))/n_s",
  symbols: {
    B_q: { ...y.weightBytes, symbol: "B_q", meaning: "bytes of a weight of the layers' matrices" },
    P_q: { ...y.paramCount, symbol: "P_q", meaning: "parameters of the layers' matrices" },
    B_w: y.weightBytes,
    P: y.paramCount,
    n_s: y.shards,
  },
  source: "arXiv:2305.14314, section 3: linear layers are quantised, the rest is not",
  example: { B_q: 0.5, P_q: 6e9, B_w: 2, P: 7e9, n_s: 1, gives: 5e9 },
});

export const loraFlops = formula({
  name: "loraFlops",
  result: "model FLOPs of a step that trains adapters only",
  unit: "FLOP",
  expression: "B*(2*(C_l + C_v) + 3*(C_a + C_b))",
  symbols: {
    B: y.globalBatch,
    C_l: y.layerFlops,
    C_v: y.headFlops,
    C_a: y.coreFlops,
    C_b: { ...y.coreFlops, symbol: "C_b", meaning: "FLOPs of the adapters forward, one sequence" },
  },
  source: "arXiv:2106.09685, section 4.2: frozen matrices have no gradient of their weights",
  assumes: "the backward pass of a frozen matmul costs as much as one forward pass",
  example: { B: 2, C_l: 100, C_v: 10, C_a: 5, C_b: 4, gives: 494 },
});
