import { formula } from "../notation/formula.ts";
import { symbol } from "../notation/symbol.ts";
import * as y from "../notation/symbols.ts";

// Feed-forwards with 2:4 sparse weights.

export const sparseRate = formula({
  name: "sparseRate",
  result: "rate of matmuls with 2:4 sparse weights, in FLOPs of the dense matmul",
  unit: "FLOP/s",
  expression: "R*c_2",
  symbols: { R: y.peakRate, c_2: symbol("c_2", "rate of sparse matmuls relative to dense ones") },
  source:
    "arXiv:2104.08378, section 3: sparse tensor cores skip the zeros, at most twice as fast; what kernels reach is less",
  example: { R: 312e12, c_2: 1.5, gives: 468e12 },
});

export const prunedBytes = formula({
  name: "prunedBytes",
  result: "bytes that pruning moves for a weight: read, and written compressed in both layouts",
  unit: "B",
  expression: "B_a + 2*9/16*B_a",
  symbols: { B_a: y.activationBytes },
  source:
    "PyTorch, torch/sparse/semi_structured.py: half of the numbers, and 2 bits of index for each; both the matrix and its transpose",
  example: { B_a: 2, gives: 4.25 },
});

export const compressedWeights = formula({
  name: "compressedWeights",
  result: "2:4 sparse weights and their indices, saved for the backward pass",
  unit: "B",
  expression: "9/16*B_a*n_x",
  symbols: {
    B_a: y.activationBytes,
    n_x: { ...y.count, symbol: "n_x", meaning: "numbers of the dense matrices" },
  },
  source: "PyTorch, torch/sparse/semi_structured.py: the transposed layout is for the gradient of the input",
  example: { B_a: 2, n_x: 16, gives: 18 },
});
