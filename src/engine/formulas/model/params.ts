import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Parameter counts of a decoder transformer, whole and for a tensor-parallel rank.

export const attentionWeights = formula({
  name: "attentionWeights",
  result: "weights of the query, key, value and output projections of a layer",
  unit: "param",
  expression: "h*d_h*(2*a + 2*a_kv)",
  symbols: { h: y.dModel, d_h: y.dHead, a: y.heads, a_kv: y.kvHeads },
  source: "arXiv:2305.13245 (grouped queries); with a_kv = a, arXiv:1706.03762, section 3.2.2",
  example: { h: 8192, d_h: 128, a: 64, a_kv: 8, gives: 150994944 },
});

export const attentionBiases = formula({
  name: "attentionBiases",
  result: "biases of the query, key and value projections of a layer",
  unit: "param",
  expression: "d_h*(a + 2*a_kv)",
  symbols: { d_h: y.dHead, a: y.heads, a_kv: y.kvHeads },
  source: "definition",
  example: { d_h: 128, a: 96, a_kv: 96, gives: 36864 },
});

export const headNorms = formula({
  name: "headNorms",
  result: "gains of the norms of queries and keys of a layer, shared by all heads",
  unit: "param",
  expression: "2*d_h",
  symbols: { d_h: y.dHead },
  source:
    "arXiv:2505.09388, section 2; Hugging Face transformers, modeling_qwen3.py: q_norm and k_norm of head_dim",
  example: { d_h: 128, gives: 256 },
});

export const jointHeadNorms = formula({
  name: "jointHeadNorms",
  result: "gains of the norms of queries and keys of a layer, one for each row of the projections",
  unit: "param",
  expression: "d_h*(a + a_kv)",
  symbols: { d_h: y.dHead, a: y.heads, a_kv: y.kvHeads },
  source:
    "arXiv:2501.00656, section 2; Hugging Face transformers, modeling_olmo2.py: q_norm and k_norm of all heads",
  example: { d_h: 128, a: 32, a_kv: 32, gives: 8192 },
});

export const latentAttentionWeights = formula({
  name: "latentAttentionWeights",
  result: "weights of multi-head latent attention of a layer, the norms of the compressed vectors included",
  unit: "param",
  expression: "h*r_q + r_q*a*(d_h + d_r) + r_q + h*(r_kv + d_r) + r_kv*a*(d_h + d_v) + r_kv + a*d_v*h",
  symbols: {
    h: y.dModel,
    a: y.heads,
    d_h: y.dHead,
    r_q: y.qRank,
    r_kv: y.kvRank,
    d_r: y.dRope,
    d_v: y.dV,
  },
  source: "arXiv:2405.04434, section 2.1 and appendix C",
  example: { h: 7168, a: 128, d_h: 128, r_q: 1536, r_kv: 512, d_r: 64, d_v: 128, gives: 187107328 },
});

export const latentAttentionPlainQuery = formula({
  name: "latentAttentionPlainQuery",
  result: "weights of multi-head latent attention of a layer whose queries are not compressed",
  unit: "param",
  expression: "h*a*(d_h + d_r) + h*(r_kv + d_r) + r_kv*a*(d_h + d_v) + r_kv + a*d_v*h",
  symbols: { h: y.dModel, a: y.heads, d_h: y.dHead, r_kv: y.kvRank, d_r: y.dRope, d_v: y.dV },
  source: "arXiv:2405.04434, appendix B (DeepSeek-V2-Lite)",
  example: { h: 2048, a: 16, d_h: 128, r_kv: 512, d_r: 64, d_v: 128, gives: 13763072 },
});

export const mlpWeights = formula({
  name: "mlpWeights",
  result: "weights of an MLP",
  unit: "param",
  expression: "n_w*h*f",
  symbols: { n_w: y.mlpMatrices, h: y.dModel, f: y.dFf },
  source: "arXiv:1706.03762, eq. 2; gated: arXiv:2002.05202, eq. 6",
  example: { n_w: 2, h: 12288, f: 49152, gives: 1207959552 },
});

export const mlpBiases = formula({
  name: "mlpBiases",
  result: "biases of an MLP",
  unit: "param",
  expression: "n_u*f + h",
  symbols: { n_u: y.upMatrices, h: y.dModel, f: y.dFf },
  source: "arXiv:1706.03762, eq. 2",
  example: { n_u: 1, h: 12288, f: 49152, gives: 61440 },
});

export const hiddenVectors = formula({
  name: "hiddenVectors",
  result: "parameters of vectors as long as the hidden size: a norm, a bias",
  unit: "param",
  expression: "n_n*h",
  symbols: { n_n: y.normVectors, h: y.dModel },
  source: "definition",
  example: { n_n: 2, h: 12288, gives: 24576 },
});

export const embeddingParams = formula({
  name: "embeddingParams",
  result: "parameters of a vocabulary's matrix",
  unit: "param",
  expression: "V*h",
  symbols: { V: y.vocab, h: y.dModel },
  source: "definition",
  example: { V: 51200, h: 12288, gives: 629145600 },
});

export const positionParams = formula({
  name: "positionParams",
  result: "parameters of the learned positions",
  unit: "param",
  expression: "s_max*h",
  symbols: { s_max: y.maxSeqLen, h: y.dModel },
  source: "arXiv:2005.14165, section 2.1",
  example: { s_max: 2048, h: 12288, gives: 25165824 },
});

export const routerParams = formula({
  name: "routerParams",
  result: "parameters of the router of a layer with experts",
  unit: "param",
  expression: "n_e*h",
  symbols: { n_e: y.experts, h: y.dModel },
  source: "arXiv:2412.19437, eq. 15",
  assumes: "the balancing bias of each expert is not counted",
  example: { n_e: 256, h: 7168, gives: 1835008 },
});

export const repeatedParams = formula({
  name: "repeatedParams",
  result: "parameters of identical layers or modules",
  unit: "param",
  expression: "n*P_x",
  symbols: {
    n: { ...y.count, meaning: "number of identical layers or modules" },
    P_x: { ...y.partParams, meaning: "parameters of each layer or module" },
  },
  source: "definition",
  example: { n: 96, P_x: 1000, gives: 96000 },
});

export const activeParams = formula({
  name: "activeParams",
  result: "parameters a token passes through",
  unit: "param",
  expression: "P - L_e*(n_e - k)*P_e",
  symbols: {
    P: { ...y.paramCount, meaning: "all parameters of the model" },
    L_e: y.moeLayers,
    n_e: y.experts,
    k: y.topK,
    P_e: y.expertParams,
  },
  source: "definition",
  assumes: "embedding and head are counted",
  example: { P: 671026404352, L_e: 58, n_e: 256, k: 8, P_e: 44040192, gives: 37552282624 },
});

export const attentionWeightsShard = formula({
  name: "attentionWeightsShard",
  result: "weights of a layer's attention projections on one tensor-parallel rank",
  unit: "param",
  expression: "h*d_h*(2*a/t + 2*max(a_kv/t, 1))",
  symbols: { h: y.dModel, d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  assumes: "key-value heads are replicated if there are fewer than ranks",
  example: { h: 8192, d_h: 128, a: 64, a_kv: 8, t: 8, gives: 18874368 },
});

export const attentionBiasesShard = formula({
  name: "attentionBiasesShard",
  result: "biases of a layer's query, key and value projections on one tensor-parallel rank",
  unit: "param",
  expression: "d_h*(a/t + 2*max(a_kv/t, 1))",
  symbols: { d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { d_h: 128, a: 96, a_kv: 96, t: 8, gives: 4608 },
});

export const jointHeadNormsShard = formula({
  name: "jointHeadNormsShard",
  result: "gains of the norms of queries and keys of a layer on a tensor-parallel rank, one for each row",
  unit: "param",
  expression: "d_h*(a + a_kv)/t",
  symbols: { d_h: y.dHead, a: y.heads, a_kv: y.kvHeads, t: y.tp },
  source: "sources of jointHeadNorms; split by heads",
  example: { d_h: 128, a: 32, a_kv: 32, t: 8, gives: 1024 },
});

export const mlpWeightsShard = formula({
  name: "mlpWeightsShard",
  result: "weights of an MLP on one tensor-parallel rank",
  unit: "param",
  expression: "n_w*h*f/t",
  symbols: { n_w: y.mlpMatrices, h: y.dModel, f: y.dFf, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { n_w: 2, h: 12288, f: 49152, t: 8, gives: 150994944 },
});

export const mlpBiasesShard = formula({
  name: "mlpBiasesShard",
  result: "biases of an MLP on one tensor-parallel rank",
  unit: "param",
  expression: "n_u*f/t + h",
  symbols: { n_u: y.upMatrices, h: y.dModel, f: y.dFf, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  assumes: "the output bias is replicated on every rank",
  example: { n_u: 1, h: 12288, f: 49152, t: 8, gives: 18432 },
});

export const embeddingShard = formula({
  name: "embeddingShard",
  result: "parameters of a vocabulary's matrix on one tensor-parallel rank",
  unit: "param",
  expression: "ceil(V/t)*h",
  symbols: { V: y.vocab, h: y.dModel, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { V: 51200, h: 12288, t: 8, gives: 78643200 },
});
