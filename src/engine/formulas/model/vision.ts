import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Vision encoders whose tokens join the sequence of a language model.

const LLAVA = "arXiv:2310.03744, section 3.3";
const QWEN = "arXiv:2409.12191, section 2.1";

const images = { ...y.count, symbol: "n_im", meaning: "images of a sequence" };
const merged = { ...y.count, symbol: "n_m", meaning: "patches joined to one token" };
const width = { ...y.dModel, symbol: "h_v", meaning: "width of the vision encoder" };
const hidden = { ...y.dFf, meaning: "width of the projector's hidden layer" };
const projected = {
  ...{ n_m: merged, h_v: width, h: { ...y.dModel, meaning: "width of the language model" } },
};

export const microBatchImages = formula({
  name: "microBatchImages",
  result: "images of a micro-batch",
  unit: "sequence",
  expression: "n_im*b",
  symbols: { n_im: images, b: y.microBatch },
  source: "definition: the encoder reads each image as a sequence of its own",
  example: { n_im: 2, b: 4, gives: 8 },
});

export const imageTokens = formula({
  name: "imageTokens",
  result: "tokens of a sequence that stand for its images",
  unit: "token",
  expression: "n_im*(n_i/n_j)^2/n_m",
  symbols: { n_im: images, n_i: y.imagePixels, n_j: y.patchPixels, n_m: merged },
  source: `${LLAVA}: every patch is a token; ${QWEN}: 2 by 2 neighbours are joined`,
  example: { n_im: 2, n_i: 336, n_j: 14, n_m: 4, gives: 288 },
});

export const projectorMatrix = formula({
  name: "projectorMatrix",
  result: "parameters of a projector of one matrix with a bias, on one tensor-parallel rank",
  unit: "param",
  expression: "(n_m*h_v + 1)*h/t",
  symbols: { ...projected, t: y.tp },
  source: "arXiv:2304.08485, eq. 1",
  example: { n_m: 1, h_v: 1024, h: 4096, t: 1, gives: 4198400 },
});

export const projectorParams = formula({
  name: "projectorParams",
  result: "parameters of a projector of two matrices with biases, on one tensor-parallel rank",
  unit: "param",
  expression: "((n_m*h_v + 1)*f + f*h)/t + h",
  symbols: { ...projected, f: hidden, t: y.tp },
  source: `${LLAVA}: a two-layer MLP; split as a feed-forward (NVIDIA/Megatron-LM, megatron/core/models/vision/multimodal_projector.py)`,
  example: { n_m: 1, h_v: 1024, f: 4096, h: 4096, t: 1, gives: 20979712 },
});

export const projectorMatrixFlops = formula({
  name: "projectorMatrixFlops",
  result: "FLOPs of a projector of one matrix forward, one sequence",
  unit: "FLOP",
  expression: "2*s*n_m*h_v*h",
  symbols: { s: { ...y.seqLen, meaning: "image tokens of a sequence" }, ...projected },
  source: "definition",
  example: { s: 10, n_m: 1, h_v: 8, h: 16, gives: 2560 },
});

export const projectorFlops = formula({
  name: "projectorFlops",
  result: "FLOPs of a projector of two matrices forward, one sequence",
  unit: "FLOP",
  expression: "2*s*f*(n_m*h_v + h)",
  symbols: { s: { ...y.seqLen, meaning: "image tokens of a sequence" }, f: hidden, ...projected },
  source: "definition",
  example: { s: 10, f: 4, n_m: 1, h_v: 8, h: 16, gives: 1920 },
});

export const patchesOfImages = formula({
  name: "patchesOfImages",
  result: "FLOPs of the embedding of a sequence's images forward",
  unit: "FLOP",
  expression: "n_im*C_v",
  symbols: { n_im: images, C_v: { ...y.headFlops, meaning: "FLOPs of one image's patch embedding" } },
  source: "definition",
  example: { n_im: 2, C_v: 100, gives: 200 },
});

export const layersOfImages = formula({
  name: "layersOfImages",
  result: "passes of a sequence's images through layers of the vision encoder",
  unit: "1",
  expression: "n_im*L",
  symbols: { n_im: images, L: { ...y.layers, meaning: "such layers of the vision encoder" } },
  source: "definition",
  example: { n_im: 2, L: 24, gives: 48 },
});

export const joinedNumbers = formula({
  name: "joinedNumbers",
  result: "numbers of the patches that the projector joins to one token",
  unit: "1",
  expression: "n_m*h_v",
  symbols: { n_m: merged, h_v: width },
  source: QWEN,
  example: { n_m: 4, h_v: 1280, gives: 5120 },
});

export const passedFlops = formula({
  name: "passedFlops",
  result: "model FLOPs of a step in frozen layers that gradients pass",
  unit: "FLOP",
  expression: "B*(2*C_l + 3*C_a)",
  symbols: { B: y.globalBatch, C_l: y.layerFlops, C_a: y.coreFlops },
  source: "arXiv:2106.09685, section 4.2: frozen matrices have no gradient of their weights",
  assumes: "the backward pass of a frozen matmul costs as much as one forward pass",
  example: { B: 2, C_l: 100, C_a: 5, gives: 430 },
});

export const readFlops = formula({
  name: "readFlops",
  result: "model FLOPs of a step in frozen layers without a backward pass",
  unit: "FLOP",
  expression: "B*(C_l + C_a)",
  symbols: { B: y.globalBatch, C_l: y.layerFlops, C_a: y.coreFlops },
  source: "definition: nothing before them is trained",
  example: { B: 2, C_l: 100, C_a: 5, gives: 210 },
});

export const trainedFlops = formula({
  name: "trainedFlops",
  result: "model FLOPs of a step in trained layers",
  unit: "FLOP",
  expression: "3*B*(C_l + C_a)",
  symbols: { B: y.globalBatch, C_l: y.layerFlops, C_a: y.coreFlops },
  source: "arXiv:2205.05198, eq. 7: a backward pass costs two forward ones",
  example: { B: 2, C_l: 100, C_a: 5, gives: 630 },
});
