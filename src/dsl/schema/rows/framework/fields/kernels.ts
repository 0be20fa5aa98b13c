import { bytes, count, truth, words } from "../../../notation/accepts.ts";
import type { FieldRow } from "../../../notation/row.ts";

/** Schema of a framework's fields for the kernels that it uses, such as the version of flash attention. */
export const kernelFacts: readonly FieldRow[] = [
  {
    name: "flash_version",
    doc: "Generation of the framework's flash attention kernels: 1 for FlashAttention, 2 for FlashAttention 2, 3 for FlashAttention 3 or cuDNN 9.",
    accepts: count(),
    default: "3",
    range: [1, 3],
    example: "2",
  },
  {
    name: "scale_kernels",
    doc: "Under delayed scaling, kernels per layer and pass that compute scales from the maxima of earlier passes.",
    accepts: count(),
    default: "0",
    range: [0, 1_000],
    example: "9",
  },
  {
    name: "joint_casts",
    doc: "Whether one kernel casts a tensor to NVFP4 along its rows and, through a Hadamard transform, along its columns, instead of two.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "vocab_multiple",
    doc: "The vocabulary's rows on a device are padded to a multiple of this.",
    accepts: count(),
    default: "1",
    range: [1, 100_000],
    example: "128",
  },
  {
    name: "compile",
    doc: "Whether torch.compile fuses elementwise kernels, for frameworks with PyTorch's own kernels.",
    accepts: truth,
    default: "false",
    example: "true",
  },
  {
    name: "fused",
    doc: "Whether biases, activation functions, norms, dropout and residuals run as fused kernels.",
    accepts: truth,
    default: "true",
    example: "false",
  },
  {
    name: "rms_norm_fused",
    doc: "Whether an RMS norm is one kernel forward and one backward, instead of PyTorch's operations on an fp32 copy.",
    accepts: truth,
    default: "true",
    source:
      "eager: torch.nn.functional.rms_norm before PyTorch 2.9 (aten/src/ATen/native/layer_norm.cpp): an fp32 copy, its square, the mean, a product, back, times the weights",
    example: "false",
  },
  {
    name: "yarn_fused",
    doc: "Whether rotary positions with YaRN's factor run as fused kernels.",
    accepts: truth,
    default: "fused",
    example: "false",
  },
  {
    name: "gradient_sum",
    doc: "Bytes moved per parameter and micro-batch to add 16-bit gradients to fp32 ones, if the matmuls do not do it.",
    accepts: bytes,
    unit: "B",
    default: "0 B",
    range: [0, 64],
    calibrated: [2, 32],
    example: "18 B",
  },
  {
    name: "shard_copies",
    doc: "What ZeRO 2 and 3 copy between parameters and communication buffers in each micro-batch.",
    accepts: words([
      ["nothing", "nothing: collectives work on parameters and gradients in place"],
      ["gradients", "gradients, into the buffer for the reduce-scatter"],
      ["all", "gradients, and gathered weights out of their buffer"],
    ]),
    default: "nothing",
    example: "all",
  },
  {
    name: "cross_entropy",
    doc: "How the loss and the gradient of the logits are computed.",
    accepts: words([
      ["eager", "operation by operation on an fp32 copy of the logits: 52 bytes per logit"],
      [
        "compiled",
        "a few compiled kernels on an fp32 copy: 36 bytes per logit (Megatron Core: --cross-entropy-fusion-impl native)",
      ],
      [
        "fused",
        "one kernel reads 16-bit logits twice and puts the gradient in their place: 10 bytes per logit (TransformerEngine, flash-attn)",
      ],
    ]),
    default: "eager",
    source:
      "NVIDIA/Megatron-LM, megatron/core/tensor_parallel/cross_entropy.py and fusions/fused_cross_entropy.py; NVIDIA/TransformerEngine, pytorch/triton/cross_entropy.py",
    example: "fused",
  },
  {
    name: "gradient_passes",
    doc: "How often per step each gradient is read or written outside matmuls, collectives and the update: zeroing, checking for NaN, averaging.",
    accepts: count(),
    default: "0",
    range: [0, 100],
    example: "4",
  },
  {
    name: "recompute_skips",
    doc: "What full recomputation of a layer skips, with its collectives: no gradient needs the output of a final matmul.",
    accepts: words([
      ["nothing", "nothing: the whole layer is recomputed"],
      ["layer_end", "the last matmul of its feed-forward"],
      ["module_ends", "the last matmuls of its feed-forward and of its attention"],
    ]),
    default: "nothing",
    example: "module_ends",
  },
  {
    name: "input_gather",
    doc: "How inputs that `full(distribute = true)` shards are gathered before a layer is recomputed.",
    accepts: words([
      ["apart", "by an all-gather of its own"],
      [
        "joined",
        "the stream stays sharded between layers: each all-reduce is a reduce-scatter and the next gather",
      ],
    ]),
    default: "apart",
    example: "joined",
    source: "NVIDIA/Megatron-LM, megatron/core/tensor_parallel/random.py: gather_split_1d_tensor",
  },
  {
    name: "expert_kernels",
    doc: "How the operations after the matmuls of routed experts run: activation function, clamping, biases.",
    accepts: words([
      ["eager", "clamping and biases are separate kernels, one per expert for biases"],
      ["compiled", "clamping is fused with the activation function, biases are one more kernel"],
      ["fused", "everything is fused into the matmul kernels"],
    ]),
    default: "if fused then compiled else eager",
    example: "fused",
  },
];
