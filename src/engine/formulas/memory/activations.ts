import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Saved activations, tensor by tensor.

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

export const distributedInput = formula({
  name: "distributedInput",
  result: "a rank's shard of the saved input of a recomputed layer",
  unit: "B",
  expression: "B_a*s*b*h/t",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, h: y.dModel, t: y.tp },
  source: "arXiv:1910.02054, section 6.1: partitioned activation checkpointing",
  assumes: "tensor-parallel ranks have equal shards, whatever dimension they shard",
  example: { B_a: 2, s: 2048, b: 4, h: 18432, t: 12, gives: 25165824 },
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
  result: "keys and values of a micro-batch on a device",
  unit: "B",
  expression: "2*B_a*s*b*d_h*max(a_kv/t, 1)",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, d_h: y.dHead, a_kv: y.kvHeads, t: y.tp },
  source: KORTHIKANTI,
  assumes: "key-value heads are replicated if there are fewer than ranks",
  example: { B_a: 2, s: 8192, b: 1, d_h: 128, a_kv: 8, t: 8, gives: 4194304 },
});

export const keyTensor = formula({
  name: "keyTensor",
  result: "keys of a micro-batch on a device",
  unit: "B",
  expression: "B_a*s*b*d_h*max(a_kv/t, 1)",
  symbols: { B_a: y.activationBytes, s: y.seqLen, b: y.microBatch, d_h: y.dHead, a_kv: y.kvHeads, t: y.tp },
  source: KORTHIKANTI,
  assumes: "key-value heads are replicated if there are fewer than ranks",
  example: { B_a: 2, s: 8192, b: 1, d_h: 128, a_kv: 8, t: 8, gives: 2097152 },
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
  result: "row statistics that flash attention saves instead of the scores",
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
  result: "saved activations of a stage's layers, all micro-batches in flight",
  unit: "B",
  expression: "L_r*m_r*Q_l",
  symbols: { L_r: y.stageLayers, m_r: y.inFlight, Q_l: y.layerBytes },
  source: "arXiv:2205.05198, section 4.2.3",
  example: { L_r: 12, m_r: 10.333333333333334, Q_l: 578813952, gives: 71772930048 },
});

export const inputsKept = formula({
  name: "inputsKept",
  result: "saved inputs of a stage's layers when chunk inputs are freed, all micro-batches in flight",
  unit: "B",
  expression: "max(L_r - n, 0)*m_r*Q",
  symbols: {
    L_r: y.stageLayers,
    n: { ...y.count, meaning: "chunks that free their input" },
    m_r: y.inFlight,
    Q: { ...y.bytes, meaning: "input of a layer for one micro-batch" },
  },
  source: "arXiv:2407.21783, section 3.3.2: input and output tensors of each pipeline stage are deallocated",
  assumes: "the backward pass of the first norm uses its output",
  example: { L_r: 8, n: 2, m_r: 4, Q: 1e6, gives: 24e6 },
});

export const logitsTensor = formula({
  name: "logitsTensor",
  result: "logits of a micro-batch and the loss's temporary tensors",
  unit: "B",
  expression: "B_l*s*b*V/t",
  symbols: { B_l: y.logitBytes, s: y.seqLen, b: y.microBatch, V: y.vocab, t: y.tp },
  source: "arXiv:2205.05198, section 4.3, with the bytes of the framework's own loss",
  example: { B_l: 6, s: 2048, b: 1, V: 51200, t: 8, gives: 78643200 },
});

export const earlierLogits = formula({
  name: "earlierLogits",
  result: "fp32 logits of finished micro-batches that are not yet freed",
  unit: "B",
  expression: "min(n, m)*B_f*s*b*V/t",
  symbols: {
    n: { ...y.count, meaning: "micro-batches whose logits are held" },
    m: y.microBatches,
    B_f: y.floatBytes,
    s: y.seqLen,
    b: y.microBatch,
    V: y.vocab,
    t: y.tp,
  },
  source:
    "deepspeed/runtime/pipe/engine.py, _exec_forward_pass: pipe_buffers['outputs'][buffer_id] = outputs",
  example: { n: 2, m: 64, B_f: 4, s: 2048, b: 1, V: 51200, t: 8, gives: 104857600 },
});

export const remadeBeyond = formula({
  name: "remadeBeyond",
  result: "memory a recomputed layer needs beyond what later layers have freed",
  unit: "B",
  expression: "max(Q_l, Q) - Q",
  symbols: {
    Q_l: y.layerBytes,
    Q: { ...y.bytes, meaning: "activations that later layers have freed" },
  },
  source: "the backward pass runs from the last layer to the first and frees saved activations",
  example: { Q_l: 3e9, Q: 1e9, gives: 2e9 },
});

export const waitingTensors = formula({
  name: "waitingTensors",
  result: "tensors not yet freed because the host runs ahead of their collectives",
  unit: "1",
  expression: "min(n_run, 2*L_r*n_a)",
  symbols: {
    n_run: y.runAhead,
    L_r: y.stageLayers,
    n_a: y.passesAhead,
  },
  source:
    "PyTorch, Tensor.record_stream: memory is reused when the other stream has passed; two such tensors a layer and pass",
  example: { n_run: 56, L_r: 16, n_a: 1, gives: 32 },
});

export const waitingBytes = formula({
  name: "waitingBytes",
  result: "tensors of whole sequences that wait to be freed",
  unit: "B",
  expression: "n*B_a*s*b*h",
  symbols: {
    n: { ...y.count, meaning: "freed tensors that wait for a collective" },
    B_a: y.activationBytes,
    s: y.seqLen,
    b: y.microBatch,
    h: y.dModel,
  },
  source: "PyTorch, Tensor.record_stream",
  example: { n: 56, B_a: 2, s: 4096, b: 1, h: 2048, gives: 939524096 },
});

export const passesAhead = formula({
  name: "passesAhead",
  result: "passes that the host launches ahead: a forward, and with more micro-batches a backward",
  unit: "1",
  expression: "min(m, 2)",
  symbols: { m: y.microBatches },
  source: "src/engine/CALIBRATION.md, peak memory",
  example: { m: 16, gives: 2 },
});

export const warmUpAhead = formula({
  name: "warmUpAhead",
  result: "warm-up passes that the first stage's host launches while the first pass runs",
  unit: "1",
  expression: "min(m, p - 2)",
  symbols: { m: y.microBatches, p: y.pp },
  source:
    "arXiv:2006.09503: the first stage makes p - 1 forward passes before it receives; see CALIBRATION.md",
  example: { m: 16, p: 8, gives: 6 },
});
