import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Casts to 8 or 4 bits: elements of the operands of the linear layers' matmuls.

const TE = "NVIDIA, Transformer Engine user guide, Low precision training";

export const mixedRate = formula({
  name: "mixedRate",
  result: "rate of linear layers when some layers keep theirs in bf16, over all layers",
  unit: "FLOP/s",
  expression: "L/((L - n)/R + n/R_w)",
  symbols: {
    L: y.layers,
    n: { ...y.count, meaning: "layers that stay in bf16" },
    R: y.peakRate,
    R_w: y.wideRate,
  },
  source: "arXiv:2509.25149, section 4.1",
  assumes: "layers in bf16 are spread over the stages like the others",
  example: { L: 40, n: 10, R: 9e15, R_w: 2.25e15, gives: 5142857142857142 },
});

export const narrowRate = formula({
  name: "narrowRate",
  result: "peak rate of 4 bits that matmuls reach as large a share of as in other formats",
  unit: "FLOP/s",
  expression: "R*eta_4",
  symbols: {
    R: y.peakRate,
    eta_4: y.fp4Efficiency,
  },
  source: "src/engine/CALIBRATION.md, other devices",
  example: { R: 15e15, eta_4: 0.75, gives: 11.25e15 },
});

export const operandElements = formula({
  name: "operandElements",
  result: "elements of a linear layer's input that a device casts",
  unit: "1",
  expression: "n_b*M*K/t_s",
  symbols: { n_b: y.batch, M: y.rowsM, K: y.innerK, t_s: y.seqSplit },
  source: TE,
  assumes: "cast before tensor-parallel ranks gather it",
  example: { n_b: 1, M: 2048, K: 12288, t_s: 8, gives: 3145728 },
});

export const gradientElements = formula({
  name: "gradientElements",
  result: "elements of the gradient of a linear layer's output that a device casts",
  unit: "1",
  expression: "n_b*M*N/t_s",
  symbols: { n_b: y.batch, M: y.rowsM, N: y.columnsN, t_s: y.seqSplit },
  source: TE,
  assumes: "cast before tensor-parallel ranks gather it",
  example: { n_b: 1, M: 2048, N: 4608, t_s: 1, gives: 9437184 },
});

export const weightElements = formula({
  name: "weightElements",
  result: "weights of a linear layer that a device casts, averaged over the micro-batches of a step",
  unit: "1",
  expression: "n_b*K*N/m",
  symbols: { n_b: y.batch, K: y.innerK, N: y.columnsN, m: y.microBatches },
  source: "NVIDIA, Transformer Engine user guide, PyTorch API: is_first_microbatch",
  assumes: "cast weights stay in memory from the first micro-batch of a step to its last",
  example: { n_b: 1, K: 12288, N: 4608, m: 64, gives: 884736 },
});
