import { formula } from "../notation/formula.ts";
import * as y from "../notation/symbols.ts";

// Memory of a device: model state, and what the framework and its allocator use in addition.

export const weightMemory = formula({
  name: "weightMemory",
  result: "memory of weights on a device",
  unit: "B",
  expression: "B_w*P/n_s",
  symbols: {
    B_w: y.weightBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source: "arXiv:1910.02054, section 3.1 and 5",
  example: { B_w: 2, P: 7.5e9, n_s: 64, gives: 234375000 },
});

export const gradientMemory = formula({
  name: "gradientMemory",
  result: "memory of gradients on a device",
  unit: "B",
  expression: "B_g*P/n_s",
  symbols: {
    B_g: y.gradientBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source: "arXiv:1910.02054, section 3.1 and 5",
  example: { B_g: 2, P: 7.5e9, n_s: 1, gives: 15e9 },
});

export const optimizerMemory = formula({
  name: "optimizerMemory",
  result: "memory of optimizer state on a device",
  unit: "B",
  expression: "(B_m + n_o*B_o)*P/n_s",
  symbols: {
    B_m: y.masterBytes,
    n_o: y.moments,
    B_o: y.momentBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source: "arXiv:1910.02054, section 3.1 and 5",
  example: { B_m: 4, n_o: 2, B_o: 4, P: 7.5e9, n_s: 64, gives: 1406250000 },
});

export const repeatedBytes = formula({
  name: "repeatedBytes",
  result: "bytes of identical tensors",
  unit: "B",
  expression: "n*Q",
  symbols: {
    n: { ...y.count, meaning: "number of identical tensors" },
    Q: { ...y.bytes, meaning: "bytes of each tensor" },
  },
  source: "definition",
  example: { n: 8, Q: 25165824, gives: 201326592 },
});

export const gatheredWeights = formula({
  name: "gatheredWeights",
  result: "unsharded weights of the layers that ZeRO 3 holds gathered",
  unit: "B",
  expression: "n*Q",
  symbols: {
    n: { ...y.count, meaning: "layers whose weights ZeRO 3 holds gathered" },
    Q: { ...y.bytes, meaning: "unsharded weights of one layer" },
  },
  source: "arXiv:2304.11277, section 3.3 (FSDP prefetches one unit)",
  example: { n: 2, Q: 2e8, gives: 4e8 },
});

export const gatheredUnits = formula({
  name: "gatheredUnits",
  result: "layers, or matrices, held gathered",
  unit: "1",
  expression: "1 + n_a",
  symbols: { n_a: { ...y.count, symbol: "n_a", meaning: "layers gathered ahead of the one in use" } },
  source: "arXiv:2304.11277, section 3.3.2",
  example: { n_a: 1, gives: 2 },
});

export const gatheredMatrix = formula({
  name: "gatheredMatrix",
  result: "largest weight matrix of a layer, gathered",
  unit: "B",
  expression: "n*B_w*h*max(f, a*d_h)/t",
  symbols: {
    n: y.count,
    B_w: y.weightBytes,
    h: y.dModel,
    f: y.dFf,
    a: y.heads,
    d_h: y.dHead,
    t: y.tp,
  },
  source: "arXiv:2104.07857, section 7.1: one operator's parameters at a time",
  example: { n: 2, B_w: 2, h: 8192, f: 32768, a: 64, d_h: 128, t: 1, gives: 1073741824 },
});

export const stateCopies = formula({
  name: "stateCopies",
  result: "copies made for every parameter",
  unit: "B",
  expression: "B_cp*P/n_s",
  symbols: {
    B_cp: y.copyBytes,
    P: { ...y.paramCount, meaning: "parameters on the device before ZeRO sharding" },
    n_s: y.shards,
  },
  source: "definition",
  example: { B_cp: 4, P: 2.5e9, n_s: 8, gives: 1.25e9 },
});

export const stepExcess = formula({
  name: "stepExcess",
  result: "memory the optimizer step needs beyond what the passes held before it",
  unit: "B",
  expression: "max(Q_s, Q) - Q",
  symbols: {
    Q_s: y.stepBytes,
    Q: { ...y.bytes, meaning: "memory of activations, logits and buffers of the passes" },
  },
  source: "the peak is the larger of two instants: end of the warm-up, and optimizer's step",
  example: { Q_s: 4e9, Q: 1e9, gives: 3e9 },
});

export const neededBytes = formula({
  name: "neededBytes",
  result: "part of a device's peak memory that cannot be freed",
  unit: "B",
  expression: "Q - Q_c",
  symbols: {
    Q: { ...y.bytes, meaning: "peak memory of the stage with the most that cannot be freed" },
    Q_c: { ...y.bytes, symbol: "Q_c", meaning: "memory that the allocator caches beyond live tensors" },
  },
  source:
    "PyTorch, CUDACachingAllocator.cpp: before it fails, it waits for streams and frees its cached blocks",
  example: { Q: 7.2e10, Q_c: 4e9, gives: 6.8e10 },
});

export const stepCached = formula({
  name: "stepCached",
  result: "cached blocks of the passes that are too small for the step's flat copies",
  unit: "B",
  expression: "min(Q_s, Q)",
  symbols: {
    Q_s: y.stepBytes,
    Q: { ...y.bytes, meaning: "memory of activations, logits and buffers of the passes" },
  },
  source:
    "PyTorch, CUDACachingAllocator.cpp: a large block serves no request above its size, and is not returned",
  example: { Q_s: 4e9, Q: 1e9, gives: 1e9 },
});

export const fragmentedBytes = formula({
  name: "fragmentedBytes",
  result: "memory the allocator holds and cannot use",
  unit: "B",
  expression: "phi*Q",
  symbols: {
    phi: y.fragmentation,
    Q: { ...y.bytes, meaning: "memory of activations, logits and buffers of the passes" },
  },
  source: "src/engine/CALIBRATION.md, peak memory",
  example: { phi: 0.05, Q: 2e10, gives: 1e9 },
});

export const communicatorBytes = formula({
  name: "communicatorBytes",
  result: "buffers of the collective library",
  unit: "B",
  expression: "n*B_c",
  symbols: {
    n: { ...y.count, meaning: "number of communicators (collective library)" },
    B_c: y.communicatorBytes,
  },
  source: "NVIDIA/nccl, issues 864 and 964: each communicator has its own",
  example: { n: 4, B_c: 644245094, gives: 2576980376 },
});

export const headGradient = formula({
  name: "headGradient",
  result: "gradient of the head's weights, before it is added to those of other micro-batches",
  unit: "B",
  expression: "B_w*V*h/t",
  symbols: { B_w: y.weightBytes, V: y.vocab, h: y.dModel, t: y.tp },
  source: "backward of a linear layer: the gradient of its weights is a tensor of its own",
  example: { B_w: 2, V: 51200, h: 12288, t: 8, gives: 157286400 },
});

export const layerGradients = formula({
  name: "layerGradients",
  result: "gradients of the MLP's first weights and of its activations during a layer's backward pass",
  unit: "B",
  expression: "(B_w*n_u*h*f + B_a*s*b*(n_u + 1)*f)/t",
  symbols: {
    B_w: y.weightBytes,
    n_u: y.upMatrices,
    h: y.dModel,
    f: y.dFf,
    B_a: y.activationBytes,
    s: y.seqLen,
    b: y.microBatch,
    t: y.tp,
  },
  source: "backward of a linear layer: the gradient of its weights is a tensor of its own",
  assumes: "no other part of the layer runs its backward pass at the same time",
  example: { B_w: 2, n_u: 1, h: 12288, f: 49152, B_a: 2, s: 2048, b: 1, t: 8, gives: 201326592 },
});
