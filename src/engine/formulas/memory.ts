import { formula } from "./formula.ts";
import * as y from "./symbols.ts";

/** Bytes a device keeps: the model's state, and activations tensor by tensor. */

export const weightMemory = formula({
  name: "weightMemory",
  result: "weights on a device",
  unit: "B",
  expression: "B_w*P/n_s",
  symbols: { B_w: y.weightBytes, P: y.paramCount, n_s: y.shards },
  source: "arXiv:1910.02054, section 3.1 and 5",
  example: { B_w: 2, P: 7.5e9, n_s: 64, gives: 234375000 },
});

export const gradientMemory = formula({
  name: "gradientMemory",
  result: "gradients on a device",
  unit: "B",
  expression: "B_g*P/n_s",
  symbols: { B_g: y.gradientBytes, P: y.paramCount, n_s: y.shards },
  source: "arXiv:1910.02054, section 3.1 and 5",
  example: { B_g: 2, P: 7.5e9, n_s: 1, gives: 15e9 },
});

export const optimizerMemory = formula({
  name: "optimizerMemory",
  result: "optimizer state on a device",
  unit: "B",
  expression: "(B_m + n_o*B_o)*P/n_s",
  symbols: { B_m: y.masterBytes, n_o: y.moments, B_o: y.momentBytes, P: y.paramCount, n_s: y.shards },
  source: "arXiv:1910.02054, section 3.1 and 5",
  example: { B_m: 4, n_o: 2, B_o: 4, P: 7.5e9, n_s: 64, gives: 1406250000 },
});

const KORTHIKANTI = "arXiv:2205.05198, section 4.1 and 4.2";

export const residualTensor = formula({
  name: "residualTensor",
  result: "one tensor of the residual stream of a micro-batch",
  unit: "B",
  expression: "B_a*s*b*h/t_s",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, h: y.dModel, t_s: y.seqSplit },
  source: KORTHIKANTI,
  example: { B_a: 2, s: 2048, b: 1, h: 12288, t_s: 8, gives: 6291456 },
});

export const dropoutMask = formula({
  name: "dropoutMask",
  result: "dropout mask of the residual stream",
  unit: "B",
  expression: "B_k*s*b*h/t_s",
  symbols: { B_k: y.maskBytes, s: y.seqLen, b: y.microBatch, h: y.dModel, t_s: y.seqSplit },
  source: KORTHIKANTI,
  example: { B_k: 1, s: 2048, b: 1, h: 12288, t_s: 1, gives: 25165824 },
});

export const headsTensor = formula({
  name: "headsTensor",
  result: "one tensor of all heads: queries, or the attention's output",
  unit: "B",
  expression: "B_a*s*b*a*d_h/t",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, a: y.heads, d_h: y.dHead, t: y.tp },
  source: KORTHIKANTI,
  example: { B_a: 2, s: 2048, b: 1, a: 96, d_h: 128, t: 8, gives: 6291456 },
});

export const keyValueTensors = formula({
  name: "keyValueTensors",
  result: "keys and values",
  unit: "B",
  expression: "2*B_a*s*b*d_h*max(a_kv/t, 1)",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, d_h: y.dHead, a_kv: y.kvHeads, t: y.tp },
  source: KORTHIKANTI,
  assumes: "key-value heads are copied where there are fewer than ranks",
  example: { B_a: 2, s: 8192, b: 1, d_h: 128, a_kv: 8, t: 8, gives: 4194304 },
});

export const scoreTensor = formula({
  name: "scoreTensor",
  result: "one matrix of attention scores for every head",
  unit: "B",
  expression: "B_x*a*s^2*b/t",
  symbols: { B_x: y.elementBytes, a: y.heads, s: y.seqLen, b: y.microBatch, t: y.tp },
  source: KORTHIKANTI,
  example: { B_x: 2, a: 96, s: 2048, b: 1, t: 8, gives: 100663296 },
});

export const softmaxStatistics = formula({
  name: "softmaxStatistics",
  result: "row statistics that flash attention keeps instead of the scores",
  unit: "B",
  expression: "B_f*a*s*b/t",
  symbols: { B_f: y.floatBytes, a: y.heads, s: y.seqLen, b: y.microBatch, t: y.tp },
  source: "arXiv:2205.14135, section 3.1",
  example: { B_f: 4, a: 96, s: 2048, b: 1, t: 8, gives: 98304 },
});

export const mlpTensor = formula({
  name: "mlpTensor",
  result: "one tensor as wide as the MLP",
  unit: "B",
  expression: "B_a*s*b*f/t",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, f: y.dFf, t: y.tp },
  source: KORTHIKANTI,
  example: { B_a: 2, s: 2048, b: 1, f: 49152, t: 8, gives: 25165824 },
});

export const stageActivations = formula({
  name: "stageActivations",
  result: "activations of the layers of a stage, all micro-batches in flight",
  unit: "B",
  expression: "L_r*m_r*Q_l",
  symbols: { L_r: y.stageLayers, m_r: y.inFlight, Q_l: y.layerBytes },
  source: "arXiv:2205.05198, section 4.2.3",
  example: { L_r: 12, m_r: 10.333333333333334, Q_l: 578813952, gives: 71772930048 },
});

export const logitsTensor = formula({
  name: "logitsTensor",
  result: "logits of a micro-batch, kept for the loss in fp32",
  unit: "B",
  expression: "B_f*s*b*V/t",
  symbols: { B_f: y.floatBytes, s: y.seqLen, b: y.microBatch, V: y.vocab, t: y.tp },
  source: "arXiv:2205.05198, section 4.3",
  example: { B_f: 4, s: 2048, b: 1, V: 51200, t: 8, gives: 52428800 },
});

export const repeatedBytes = formula({
  name: "repeatedBytes",
  result: "bytes of equal parts",
  unit: "B",
  expression: "n*Q",
  symbols: { n: y.count, Q: y.bytes },
  source: "definition",
  example: { n: 8, Q: 25165824, gives: 201326592 },
});

export const gatheredWeights = formula({
  name: "gatheredWeights",
  result: "whole weights of the layers that ZeRO 3 holds gathered",
  unit: "B",
  expression: "n*B_w*P_x",
  symbols: { n: y.count, B_w: y.weightBytes, P_x: y.partParams },
  source: "arXiv:2304.11277, section 3.3 (FSDP prefetches one unit)",
  example: { n: 2, B_w: 2, P_x: 1e8, gives: 4e8 },
});
