import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Mamba's first version: a state for each column, with low-rank step sizes, keys and queries.

const MAMBA = "arXiv:2312.00752, section 3.4; state-spaces/mamba, mamba_ssm/modules/mamba_simple.py";

export const mambaColumns = formula({
  name: "mambaColumns",
  result: "columns of a Mamba mixer on a device",
  unit: "1",
  expression: "N_c/t",
  symbols: { N_c: y.mambaWidth, t: y.tp },
  source: MAMBA,
  example: { N_c: 8192, t: 8, gives: 1024 },
});

export const mambaInner = formula({
  name: "mambaInner",
  result: "columns of the step sizes, keys and queries of a Mamba mixer",
  unit: "1",
  expression: "r_t + 2*d_n",
  symbols: { r_t: y.stepRank, d_n: y.stateWidth },
  source: MAMBA,
  example: { r_t: 256, d_n: 16, gives: 288 },
});

export const mambaParams = formula({
  name: "mambaParams",
  result: "parameters of a Mamba mixer on a device: projections, convolution, decays, skips, norms",
  unit: "param",
  expression: "N_v*(3*h + w_c + N_b + r_t + d_n + 2) + n_q*N_b",
  symbols: {
    N_v: y.recurrentOut,
    h: y.dModel,
    w_c: y.convolutionWeights,
    N_b: y.mambaSmall,
    r_t: y.stepRank,
    d_n: y.stateWidth,
    n_q: {
      ...y.headNumbers,
      meaning: "gains for each column of step sizes, keys and queries: 1, or 0 without norms",
    },
  },
  source: `${MAMBA}; norms: arXiv:2403.19887, section 6.4`,
  example: { N_v: 8192, h: 4096, w_c: 5, N_b: 288, r_t: 256, d_n: 16, n_q: 1, gives: 105308448 },
});

export const mambaForwardFlops = formula({
  name: "mambaForwardFlops",
  result: "FLOPs of the Mamba mixers' weight matmuls forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*N_v*(3*h + N_b + r_t)",
  symbols: { L: y.layers, s: y.seqLen, N_v: y.recurrentOut, h: y.dModel, N_b: y.mambaSmall, r_t: y.stepRank },
  source: MAMBA,
  assumes: "the convolution of a few taps is not counted",
  example: { L: 1, s: 10, N_v: 20, h: 10, N_b: 6, r_t: 2, gives: 15200 },
});
