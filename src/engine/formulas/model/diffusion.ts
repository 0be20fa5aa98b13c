import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Diffusion transformers: patches of latent images, modulated by timestep, class or text.

const DIT = "arXiv:2212.09748, section 3.2 (adaLN-Zero)";
const PIXART = "arXiv:2310.00426, section 2.3 (adaLN-single)";

const vectors = { ...y.count, symbol: "n_c", meaning: "vectors of a modulation: shift, scale, gate" };
const classes = { ...y.vocab, meaning: "classes; one row more stands for none" };
const features = { ...y.count, symbol: "n_f", meaning: "numbers of a timestep's or a text token's features" };

export const patchOutputs = formula({
  name: "patchOutputs",
  result: "numbers that a diffusion transformer predicts for a patch",
  unit: "token",
  expression: "n_ch*n_j^2",
  symbols: { n_ch: { ...y.channels, meaning: "channels of noise and variance" }, n_j: y.patchPixels },
  source: "arXiv:2212.09748, section 3.2: p by p by 2C for each token",
  example: { n_ch: 8, n_j: 2, gives: 32 },
});

export const modulationParams = formula({
  name: "modulationParams",
  result: "parameters of a matrix that makes modulations of the condition, on one tensor-parallel rank",
  unit: "param",
  expression: "n_c*h*(h + 1)/t",
  symbols: { n_c: vectors, h: y.dModel, t: y.tp },
  source: `${DIT}; facebookresearch/DiT, models.py: adaLN_modulation`,
  example: { n_c: 6, h: 1152, t: 1, gives: 7969536 },
});

export const modulationTable = formula({
  name: "modulationTable",
  result: "parameters of a table that is added to shared modulations",
  unit: "param",
  expression: "n_c*h",
  symbols: { n_c: vectors, h: y.dModel },
  source: `${PIXART}; PixArt-alpha, diffusion/model/nets/PixArt.py: scale_shift_table`,
  example: { n_c: 6, h: 1152, gives: 6912 },
});

export const featureMlp = formula({
  name: "featureMlp",
  result: "parameters of the MLP that embeds a timestep or a text's features",
  unit: "param",
  expression: "(n_f + 1)*h + (h + 1)*h",
  symbols: { n_f: features, h: y.dModel },
  source: "facebookresearch/DiT, models.py: TimestepEmbedder; PixArt-alpha: CaptionEmbedder",
  example: { n_f: 256, h: 1152, gives: 1624320 },
});

export const classTable = formula({
  name: "classTable",
  result: "parameters of the embedding of classes",
  unit: "param",
  expression: "(V + 1)*h",
  symbols: { V: classes, h: y.dModel },
  source: "facebookresearch/DiT, models.py: LabelEmbedder",
  example: { V: 1000, h: 1152, gives: 1153152 },
});

export const modulationFlops = formula({
  name: "modulationFlops",
  result: "FLOPs that make the modulations of a sequence forward",
  unit: "FLOP",
  expression: "2*L*n_c*h^2",
  symbols: { L: { ...y.layers, meaning: "matrices of modulations" }, n_c: vectors, h: y.dModel },
  source: DIT,
  assumes: "one condition for each image",
  example: { L: 28, n_c: 6, h: 10, gives: 33600 },
});

export const featureFlops = formula({
  name: "featureFlops",
  result: "FLOPs of the MLP that embeds a timestep or a text's tokens forward",
  unit: "FLOP",
  expression: "2*s*(n_f*h + h^2)",
  symbols: { s: { ...y.seqLen, meaning: "tokens that are embedded" }, n_f: features, h: y.dModel },
  source: "definition: two matmuls",
  example: { s: 1, n_f: 256, h: 10, gives: 5320 },
});

export const imageFlops = formula({
  name: "imageFlops",
  result: "FLOPs of the head of a diffusion transformer forward",
  unit: "FLOP",
  expression: "2*s*h*V",
  symbols: { s: y.seqLen, h: y.dModel, V: { ...y.vocab, meaning: "numbers that are predicted for a patch" } },
  source: "arXiv:2212.09748, section 3.2: a linear decoder for every token",
  example: { s: 256, h: 1152, V: 32, gives: 18874368 },
});

export const conditionRows = formula({
  name: "conditionRows",
  result: "rows of the matmul that makes a micro-batch's modulations",
  unit: "token",
  expression: "b",
  symbols: { b: y.microBatch },
  source: "definition: one condition for each image",
  example: { b: 4, gives: 4 },
});

export const modulationColumns = formula({
  name: "modulationColumns",
  result: "columns of a matrix of modulations on a tensor-parallel rank",
  unit: "1",
  expression: "n_c*h/t",
  symbols: { n_c: vectors, h: y.dModel, t: y.tp },
  source: "definition",
  example: { n_c: 6, h: 1152, t: 2, gives: 3456 },
});
