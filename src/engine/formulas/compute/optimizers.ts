import { formula } from "../notation/formula.ts";
import type { SymbolInfo } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// State and FLOPs of optimizers that work on whole matrices.

const sides = {
  n_a: { ...y.count, symbol: "n_a", meaning: "rows of a matrix" },
  n_b: { ...y.count, symbol: "n_b", meaning: "columns of a matrix" },
};
const many = { n: { ...y.count, meaning: "matrices of this shape" } };
const block = { symbol: "n_k", meaning: "longest side of a block", unit: "1" };

export const factoredNumbers = formula({
  name: "factoredNumbers",
  result: "numbers of a factored second moment: sums of the rows and of the columns",
  unit: "1",
  expression: "n*(n_a + n_b)",
  symbols: { ...many, ...sides },
  source: "arXiv:1804.04235, section 3 and algorithm 4",
  example: { n: 2, n_a: 4096, n_b: 1024, gives: 10240 },
});

export const preconditionerNumbers = formula({
  name: "preconditionerNumbers",
  result: "numbers of Shampoo's preconditioners and of their inverse roots",
  unit: "1",
  expression: "2*n*n_a*n_b*(min(n_a, n_k)/min(n_b, n_k) + min(n_b, n_k)/min(n_a, n_k))",
  symbols: { ...many, ...sides, n_k: block },
  source:
    "arXiv:1802.09568, algorithm 1; arXiv:2309.06497: a left and a right one for each block, and their roots",
  assumes: "blocks divide the matrix",
  example: { n: 1, n_a: 4096, n_b: 4096, n_k: 1024, gives: 67108864 },
});

export const newtonSchulzFlops = formula({
  name: "newtonSchulzFlops",
  result: "FLOPs of making momenta orthogonal by Newton and Schulz's iteration",
  unit: "FLOP",
  expression: "n*n_i*(4*min(n_a, n_b)^2*max(n_a, n_b) + 2*min(n_a, n_b)^3)",
  symbols: {
    ...many,
    ...sides,
    n_i: { ...y.count, symbol: "n_i", meaning: "Newton-Schulz iterations of Muon" },
  },
  source: "arXiv:2502.16982, eq. 2: X X^T, its square, and their sum times X, with the shorter side first",
  assumes: "the symmetric result of a matmul is computed in full",
  example: { n: 1, n_a: 1024, n_b: 4096, n_i: 5, gives: 96636764160 },
});

export const preconditionFlops = formula({
  name: "preconditionFlops",
  result: "FLOPs of Shampoo's matmuls in a step: statistics, and gradients multiplied by two inverse roots",
  unit: "FLOP",
  expression: "4*n*n_a*n_b*(min(n_a, n_k) + min(n_b, n_k))",
  symbols: { ...many, ...sides, n_k: block },
  source: "arXiv:1802.09568, algorithm 1: G G^T, G^T G, and L^(-1/4) G R^(-1/4), block by block",
  assumes: "statistics are updated every step",
  example: { n: 1, n_a: 4096, n_b: 4096, n_k: 1024, gives: 137438953472 },
});

export const inverseRootFlops = formula({
  name: "inverseRootFlops",
  result: "FLOPs of Shampoo's inverse roots, averaged over the steps that use them",
  unit: "FLOP",
  expression: "9*n*n_a*n_b*(min(n_a, n_k)^2/min(n_b, n_k) + min(n_b, n_k)^2/min(n_a, n_k))/n_j",
  symbols: {
    ...many,
    ...sides,
    n_k: block,
    n_j: {
      ...y.count,
      symbol: "n_j",
      meaning: "steps from one computation of the inverse roots to the next",
    },
  },
  source: "Golub, Van Loan, Matrix Computations, section 8.3: 9 n^3 for a symmetric eigendecomposition",
  example: { n: 1, n_a: 4096, n_b: 4096, n_k: 1024, n_j: 100, gives: 3092376453.12 },
});

const repeated = (name: string, result: string, unit: string, part: SymbolInfo) =>
  formula({
    name,
    result,
    unit,
    expression: "n*x",
    symbols: { n: { ...y.count, meaning: "equal layers" }, x: { ...part, symbol: "x" } },
    source: "definition",
    example: { n: 32, x: 1e6, gives: 32e6 },
  });

export const repeatedNumbers = repeated("repeatedNumbers", "numbers of equal layers", "1", {
  ...y.count,
  meaning: "numbers of one",
});

export const repeatedFlops = repeated("repeatedFlops", "the optimizer's FLOPs for equal layers", "FLOP", {
  ...y.flops,
  meaning: "FLOPs for one",
});

export const movedState = formula({
  name: "movedState",
  result: "bytes of the optimizer's state per matrix that its update moves",
  unit: "B",
  expression: "2*Q",
  symbols: { Q: { ...y.bytes, meaning: "state by matrix" } },
  source: "definition: read and written once",
  example: { Q: 1e9, gives: 2e9 },
});

export const layerNorms = formula({
  name: "layerNorms",
  result: "bytes that the optimizer moves for the norms of each layer's weights and update",
  unit: "B",
  expression: "(n_u*B_u + n_v*B_g + max(B_m, B_w))*P/n_s",
  symbols: {
    n_u: { ...y.count, symbol: "n_u", meaning: "times that an fp32 update is written or read" },
    B_u: { ...y.elementBytes, symbol: "B_u", meaning: "bytes of the update of a parameter" },
    n_v: { ...y.count, symbol: "n_v", meaning: "times that the gradient is read" },
    B_g: y.gradientBytes,
    B_m: y.masterBytes,
    B_w: y.weightBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source: "arXiv:1904.00962, algorithm 2 (LAMB); arXiv:1708.03888, algorithm 1 (LARS)",
  assumes: "weights are read once for their norms; sums of the norms over ranks are too small to count",
  example: { n_u: 3, B_u: 4, n_v: 0, B_g: 4, B_m: 4, B_w: 2, P: 1e9, n_s: 8, gives: 2e9 },
});

export const gatheredMomenta = formula({
  name: "gatheredMomenta",
  result: "momenta gathered over the ranks of tensor parallelism, to whole matrices",
  unit: "B",
  expression: "B_x*P*t/n_s",
  symbols: {
    B_x: { ...y.elementBytes, meaning: "bytes that the collective sends per parameter" },
    P: { ...y.paramCount, meaning: "parameters in matrices on the device" },
    t: y.tp,
    n_s: y.shards,
  },
  source: "arXiv:2502.16982, section 2.3: gathered in bf16",
  example: { B_x: 2, P: 1e9, t: 8, n_s: 4, gives: 4e9 },
});

export const matrixWorkTime = formula({
  name: "matrixWorkTime",
  result: "time of the optimizer's matmuls",
  unit: "s",
  expression: "C/(n_s*R*eta_c*c_s)",
  symbols: {
    C: { ...y.flops, meaning: "FLOPs of these matmuls" },
    n_s: y.shards,
    R: y.peakRate,
    eta_c: y.gemmEfficiency,
    c_s: y.sustained,
  },
  source: "arXiv:2502.16982, section 2.3: a matrix is processed by the ranks that hold it",
  assumes: "matrices are distributed evenly over the ranks that share them",
  example: { C: 1e14, n_s: 8, R: 1e15, eta_c: 0.8, c_s: 0.8, gives: 0.01953125 },
});

export const ownMoments = formula({
  name: "ownMoments",
  result: "bytes of the second moment of parameters that AdamW, not Muon, updates",
  unit: "B",
  expression: "B_o*(max(P, P_x) - P_x)/n_s",
  symbols: {
    B_o: y.momentBytes,
    P: { ...y.paramCount, meaning: "parameters on the device" },
    P_x: { ...y.partParams, meaning: "parameters in matrices of the layers" },
    n_s: y.shards,
  },
  source: "arXiv:2502.16982, section 2.1: AdamW for embeddings, head and norms",
  example: { B_o: 4, P: 7e9, P_x: 6e9, n_s: 8, gives: 5e8 },
});

export const extraState = formula({
  name: "extraState",
  result: "bytes of the optimizer's state by matrix",
  unit: "B",
  expression: "B_x*n/n_s",
  symbols: {
    B_x: { ...y.elementBytes, meaning: "bytes of a number" },
    n: { ...y.count, meaning: "numbers on a device" },
    n_s: y.shards,
  },
  source: "definition",
  example: { B_x: 4, n: 1e9, n_s: 8, gives: 5e8 },
});

export const matrixNumbers = formula({
  name: "matrixNumbers",
  result: "parameters of equal matrices",
  unit: "param",
  expression: "n*n_a*n_b",
  symbols: { ...many, ...sides },
  source: "definition",
  example: { n: 2, n_a: 4096, n_b: 1024, gives: 8388608 },
});
