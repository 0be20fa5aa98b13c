import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Shapes of operands: rows, columns and elements that operators multiply and move.

/** Elements of a micro-batch's residual stream on a device, over which streaming kernels pass. */
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
  expression: "a*s*s_k*b/t",
  symbols: { a: y.heads, s: y.seqLen, s_k: y.keyTokens, b: y.microBatch, t: y.tp },
  source: "definition",
  example: { a: 96, s: 2048, s_k: 2048, b: 1, t: 8, gives: 50331648 },
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

export const tableElements = formula({
  name: "tableElements",
  result: "numbers of the embedding table on a device",
  unit: "1",
  expression: "V*h/t",
  symbols: { V: y.vocab, h: y.dModel, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { V: 51200, h: 1024, t: 8, gives: 6553600 },
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

/** Tokens of a micro-batch: the rows of a layer's matmuls on one device. */
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
  expression: "ceil(V/(t*n))*n",
  symbols: {
    V: y.vocab,
    t: y.tp,
    n: { ...y.count, meaning: "vocabulary rows on a device are padded to a multiple of this" },
  },
  source: "arXiv:1909.08053, section 3; NVIDIA/Megatron-LM: --make-vocab-size-divisible-by",
  example: { V: 50257, t: 8, n: 128, gives: 6400 },
});
