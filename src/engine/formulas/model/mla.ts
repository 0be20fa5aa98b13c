import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Multi-head latent attention in training, where keys and values are expanded from their compressed form.

const DEEPSEEK = "arXiv:2405.04434, section 2.1";

export const latentShard = formula({
  name: "latentShard",
  result: "parameters of a layer's latent attention on one tensor-parallel rank",
  unit: "param",
  expression: "h*r_q + r_q + h*(r_kv + d_r) + r_kv + (r_q*a*(d_h + d_r) + r_kv*a*(d_h + d_v) + a*d_v*h)/t",
  symbols: {
    h: y.dModel,
    r_q: y.qRank,
    r_kv: y.kvRank,
    d_r: y.dRope,
    a: y.heads,
    d_h: y.dHead,
    d_v: y.dV,
    t: y.tp,
  },
  source: DEEPSEEK,
  assumes: "the compressions and their norms are replicated on every rank",
  example: { h: 7168, r_q: 1536, r_kv: 512, d_r: 64, a: 128, d_h: 128, d_v: 128, t: 1, gives: 187107328 },
});

export const latentShardPlainQuery = formula({
  name: "latentShardPlainQuery",
  result: "parameters of a layer's latent attention without query compression on one tensor-parallel rank",
  unit: "param",
  expression: "h*(r_kv + d_r) + r_kv + (h*a*(d_h + d_r) + r_kv*a*(d_h + d_v) + a*d_v*h)/t",
  symbols: {
    h: y.dModel,
    r_kv: y.kvRank,
    d_r: y.dRope,
    a: y.heads,
    d_h: y.dHead,
    d_v: y.dV,
    t: y.tp,
  },
  source: "arXiv:2405.04434, appendix B (DeepSeek-V2-Lite)",
  assumes: "the compression and its norm are replicated on every rank",
  example: { h: 2048, r_kv: 512, d_r: 64, a: 16, d_h: 128, d_v: 128, t: 1, gives: 13763072 },
});

export const keyColumns = formula({
  name: "keyColumns",
  result: "width of the queries, or of the keys, of all heads on a device",
  unit: "1",
  expression: "a*(d_h + d_r)/t",
  symbols: { a: y.heads, d_h: y.dHead, d_r: y.dRope, t: y.tp },
  source: DEEPSEEK,
  example: { a: 128, d_h: 128, d_r: 64, t: 8, gives: 3072 },
});

export const keyValueColumns = formula({
  name: "keyValueColumns",
  result: "columns of the up-projection of keys and values on a device",
  unit: "1",
  expression: "a*(d_h + d_v)/t",
  symbols: { a: y.heads, d_h: y.dHead, d_v: y.dV, t: y.tp },
  source: DEEPSEEK,
  example: { a: 128, d_h: 128, d_v: 128, t: 8, gives: 4096 },
});

export const valueColumns = formula({
  name: "valueColumns",
  result: "width of the values, or of the attention's output, of all heads on a device",
  unit: "1",
  expression: "a*d_v/t",
  symbols: { a: y.heads, d_v: y.dV, t: y.tp },
  source: DEEPSEEK,
  example: { a: 128, d_v: 128, t: 8, gives: 2048 },
});

export const latentColumns = formula({
  name: "latentColumns",
  result: "columns of the down-projection of keys and values, the shared rotary key included",
  unit: "1",
  expression: "r_kv + d_r",
  symbols: { r_kv: y.kvRank, d_r: y.dRope },
  source: DEEPSEEK,
  example: { r_kv: 512, d_r: 64, gives: 576 },
});

export const columnsTensor = formula({
  name: "columnsTensor",
  result: "a tensor with N columns for each token of a micro-batch",
  unit: "B",
  expression: "B_a*s*b*N/t_s",
  symbols: {
    B_a: y.activationBytes,
    s: y.seqLen,
    b: y.microBatch,
    N: { ...y.columnsN, meaning: "columns of the tensor" },
    t_s: y.seqSplit,
  },
  source: DEEPSEEK,
  example: { B_a: 2, s: 4096, b: 1, N: 1536, t_s: 1, gives: 12582912 },
});

export const columnsElements = formula({
  name: "columnsElements",
  result: "elements of a tensor with N columns for each token of a micro-batch",
  unit: "1",
  expression: "s*b*N/t_s",
  symbols: {
    s: y.seqLen,
    b: y.microBatch,
    N: { ...y.columnsN, meaning: "columns of the tensor" },
    t_s: y.seqSplit,
  },
  source: "definition",
  example: { s: 4096, b: 1, N: 1536, t_s: 1, gives: 6291456 },
});

export const latentWidth = formula({
  name: "latentWidth",
  result: "mean width of a flash attention kernel's matmuls, with keys wider than values",
  unit: "1",
  expression: "(n_pk*(d_h + d_r) + n_pv*d_v)/(n_pk + n_pv)",
  symbols: { n_pk: y.keyPasses, d_h: y.dHead, d_r: y.dRope, n_pv: y.valuePasses, d_v: y.dV },
  source:
    "arXiv:2307.08691, section 4.1: forward a matmul with keys and one with values, backward three and two",
  example: { n_pk: 3, d_h: 128, d_r: 64, n_pv: 2, d_v: 128, gives: 166.4 },
});

export const latentForwardFlops = formula({
  name: "latentForwardFlops",
  result: "FLOPs of the latent attention's projections forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*(h*r_q + r_q*a*(d_h + d_r) + h*(r_kv + d_r) + r_kv*a*(d_h + d_v) + a*d_v*h)",
  symbols: {
    L: y.layers,
    s: y.seqLen,
    h: y.dModel,
    r_q: y.qRank,
    a: y.heads,
    d_h: y.dHead,
    d_r: y.dRope,
    r_kv: y.kvRank,
    d_v: y.dV,
  },
  source: DEEPSEEK,
  example: {
    ...{ L: 1, s: 1, h: 7168, r_q: 1536, a: 128, d_h: 128, d_r: 64, r_kv: 512, d_v: 128 },
    gives: 374210560,
  },
});

export const latentForwardFlopsPlainQuery = formula({
  name: "latentForwardFlopsPlainQuery",
  result: "FLOPs of the latent attention's projections forward without query compression, one sequence",
  unit: "FLOP",
  expression: "2*L*s*(h*a*(d_h + d_r) + h*(r_kv + d_r) + r_kv*a*(d_h + d_v) + a*d_v*h)",
  symbols: {
    L: y.layers,
    s: y.seqLen,
    h: y.dModel,
    a: y.heads,
    d_h: y.dHead,
    d_r: y.dRope,
    r_kv: y.kvRank,
    d_v: y.dV,
  },
  source: "arXiv:2405.04434, appendix B (DeepSeek-V2-Lite)",
  example: { L: 1, s: 1, h: 2048, a: 16, d_h: 128, d_r: 64, r_kv: 512, d_v: 128, gives: 27525120 },
});

export const latentUpFlops = formula({
  name: "latentUpFlops",
  result: "FLOPs of the latent attention's up-projections forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*a*(r_q*(d_h + d_r) + r_kv*(d_h + d_v))",
  symbols: {
    L: y.layers,
    s: y.seqLen,
    a: y.heads,
    r_q: y.qRank,
    d_h: y.dHead,
    d_r: y.dRope,
    r_kv: y.kvRank,
    d_v: y.dV,
  },
  source: DEEPSEEK,
  assumes: "r_q = 0 where queries are not compressed: their projection is not recomputed",
  example: { L: 1, s: 1, a: 128, r_q: 1536, d_h: 128, d_r: 64, r_kv: 512, d_v: 128, gives: 109051904 },
});

export const latentCoreFlops = formula({
  name: "latentCoreFlops",
  result: "FLOPs of the latent attention's scores and context forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*s_k*a*(d_h + d_r + d_v)",
  symbols: { L: y.layers, s: y.seqLen, s_k: y.keyTokens, a: y.heads, d_h: y.dHead, d_r: y.dRope, d_v: y.dV },
  source: "arXiv:2104.04473, appendix A, with keys wider than values",
  assumes: "full attention is counted; a causal mask does not halve it",
  example: { L: 1, s: 10, s_k: 10, a: 10, d_h: 10, d_r: 5, d_v: 10, gives: 50000 },
});
