import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Encoders and decoders, images, and multi-token prediction.

const T5 = "arXiv:1910.10683, section 2.1";
const VIT = "arXiv:2010.11929, section 3.1";
const MTP = "arXiv:2412.19437, section 2.2, eq. 21 to 23";

export const relativeBias = formula({
  name: "relativeBias",
  result: "biases of the relative positions of a stack of layers on one tensor-parallel rank",
  unit: "param",
  expression: "n*a/t",
  symbols: { n: { ...y.count, meaning: "distance buckets" }, a: y.heads, t: y.tp },
  source: `${T5}; split by heads`,
  example: { n: 32, a: 128, t: 8, gives: 512 },
});

export const patchTokens = formula({
  name: "patchTokens",
  result: "tokens of an image: its patches and extra tokens",
  unit: "token",
  expression: "(n_i/n_j)^2 + n_xt",
  symbols: { n_i: y.imagePixels, n_j: y.patchPixels, n_xt: y.extraTokens },
  source: VIT,
  example: { n_i: 224, n_j: 14, n_xt: 1, gives: 257 },
});

export const patchParams = formula({
  name: "patchParams",
  result: "parameters of the patch embedding: a projection with a bias, and the extra tokens",
  unit: "param",
  expression: "(n_ch*n_j^2 + 1 + n_xt)*h",
  symbols: { n_ch: y.channels, n_j: y.patchPixels, n_xt: y.extraTokens, h: y.dModel },
  source: `${VIT}, eq. 1`,
  example: { n_ch: 3, n_j: 14, n_xt: 1, h: 1280, gives: 755200 },
});

export const patchFlops = formula({
  name: "patchFlops",
  result: "FLOPs of the embedding of an image's patches forward",
  unit: "FLOP",
  expression: "2*s*n_ch*n_j^2*h",
  symbols: { s: y.seqLen, n_ch: y.channels, n_j: y.patchPixels, h: y.dModel },
  source: `${VIT}, eq. 1`,
  example: { s: 256, n_ch: 3, n_j: 14, h: 1280, gives: 385351680 },
});

export const patchNumbers = formula({
  name: "patchNumbers",
  result: "numbers of a patch: what its embedding projects",
  unit: "1",
  expression: "n_ch*n_j^2",
  symbols: { n_ch: y.channels, n_j: y.patchPixels },
  source: VIT,
  example: { n_ch: 3, n_j: 14, gives: 588 },
});

export const classHead = formula({
  name: "classHead",
  result: "parameters of the classification head on one tensor-parallel rank",
  unit: "param",
  expression: "ceil(V/t)*(h + 1)",
  symbols: { V: { ...y.vocab, meaning: "number of image classes" }, h: y.dModel, t: y.tp },
  source: `${VIT}; split by classes`,
  example: { V: 1000, h: 1280, t: 8, gives: 160125 },
});

export const classFlops = formula({
  name: "classFlops",
  result: "FLOPs of the classification head forward",
  unit: "FLOP",
  expression: "2*h*V",
  symbols: { h: y.dModel, V: { ...y.vocab, meaning: "number of image classes" } },
  source: `${VIT}: of one token, or of the mean of all`,
  example: { h: 10, V: 100, gives: 2000 },
});

export const predictionProjection = formula({
  name: "predictionProjection",
  result: "weights on a tensor-parallel rank that join the stream with the next token's embedding",
  unit: "param",
  expression: "2*h^2/t",
  symbols: { h: y.dModel, t: y.tp },
  source: `${MTP}; NVIDIA/Megatron-LM, megatron/core/transformer/multi_token_prediction.py: eh_proj`,
  example: { h: 7168, t: 8, gives: 12845056 },
});

export const predictionFlops = formula({
  name: "predictionFlops",
  result: "FLOPs of the projections that join stream and next token forward, one sequence",
  unit: "FLOP",
  expression: "4*L*s*h^2",
  symbols: { L: y.layers, s: y.seqLen, h: y.dModel },
  source: MTP,
  example: { L: 1, s: 10, h: 10, gives: 4000 },
});

export const crossProductFlops = formula({
  name: "crossProductFlops",
  result: "FLOPs of the projections of attention to an encoder forward, one sequence",
  unit: "FLOP",
  expression: "4*L*h*d_h*(s*a + s_e*a_kv)",
  symbols: {
    L: y.layers,
    h: y.dModel,
    d_h: y.dHead,
    s: y.seqLen,
    a: y.heads,
    s_e: y.encoderTokens,
    a_kv: y.kvHeads,
  },
  source: "arXiv:1706.03762, section 3.2.3: queries of the decoder, keys and values of the encoder",
  example: { L: 1, h: 10, d_h: 5, s: 10, a: 2, s_e: 20, a_kv: 2, gives: 12000 },
});

export const crossCoreFlops = formula({
  name: "crossCoreFlops",
  result: "FLOPs of the scores and context of attention to an encoder forward, one sequence",
  unit: "FLOP",
  expression: "4*L*s*s_e*a*d_h",
  symbols: { L: y.layers, s: y.seqLen, s_e: y.encoderTokens, a: y.heads, d_h: y.dHead },
  source: "arXiv:1706.03762, section 3.2.3",
  example: { L: 1, s: 10, s_e: 20, a: 2, d_h: 5, gives: 8000 },
});

export const crossElements = formula({
  name: "crossElements",
  result: "elements of the queries of a decoder and the keys of an encoder, of a micro-batch on a device",
  unit: "1",
  expression: "b*d_h*(s*a/t + s_e*max(a_kv/t, 1))",
  symbols: {
    b: y.microBatch,
    d_h: y.dHead,
    s: y.seqLen,
    a: y.heads,
    s_e: y.encoderTokens,
    a_kv: y.kvHeads,
    t: y.tp,
  },
  source: "definition",
  example: { b: 1, d_h: 128, s: 114, a: 128, s_e: 512, a_kv: 128, t: 8, gives: 1282048 },
});

export const encoderKeyColumns = formula({
  name: "encoderKeyColumns",
  result: "columns of the projection of keys and values on a device",
  unit: "1",
  expression: "2*d_h*max(a_kv/t, 1)",
  symbols: { d_h: y.dHead, a_kv: y.kvHeads, t: y.tp },
  source: "arXiv:1909.08053, section 3",
  example: { d_h: 128, a_kv: 128, t: 8, gives: 4096 },
});

export const gateParams = formula({
  name: "gateParams",
  result: "weights of the projection to a gate on attention's output, on one tensor-parallel rank",
  unit: "param",
  expression: "h*a*d_h/t",
  symbols: { h: y.dModel, a: y.heads, d_h: y.dHead, t: y.tp },
  source: "Hugging Face transformers, modeling_qwen3_next.py: q_proj of twice the width; arXiv:2505.06708",
  example: { h: 2048, a: 16, d_h: 256, t: 8, gives: 1048576 },
});

export const gatedFlops = formula({
  name: "gatedFlops",
  result: "FLOPs of the projections to the gates forward, one sequence",
  unit: "FLOP",
  expression: "2*L*s*h*a*d_h",
  symbols: { L: y.layers, s: y.seqLen, h: y.dModel, a: y.heads, d_h: y.dHead },
  source: "definition",
  example: { L: 1, s: 10, h: 10, a: 2, d_h: 5, gives: 2000 },
});

export const repeatedHead = formula({
  name: "repeatedHead",
  result: "FLOPs of the head forward, one sequence, with those of the further tokens that are predicted",
  unit: "FLOP",
  expression: "(1 + n)*C_v",
  symbols: { n: { ...y.count, meaning: "further tokens predicted" }, C_v: y.headFlops },
  source: MTP,
  example: { n: 1, C_v: 100, gives: 200 },
});
