import { bytes, count, truth, words } from "../../../accepts.ts";
import type { FieldRow } from "../../../row.ts";

/** Which kernels it runs. */
export const kernelFacts: readonly FieldRow[] = [
  {
    name: "flash_version",
    doc: "Generation of its flash attention kernels: 1 FlashAttention, 2 FlashAttention 2, 3 FlashAttention 3 or cuDNN 9.",
    accepts: count(),
    default: "3",
    range: [1, 3],
    example: "2",
  },
  {
    name: "scale_kernels",
    doc: "Under delayed scaling, kernels that a layer runs each way to make scales of the maxima of passes before.",
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
    doc: "Whether torch.compile joins elementwise kernels, on stacks whose kernels are PyTorch's own.",
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
    doc: "Whether an RMS norm is one kernel each way, instead of PyTorch's operations on an fp32 copy.",
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
    doc: "Bytes moved for each parameter and micro-batch to add 16-bit gradients to fp32 ones, where the products that make them do not.",
    accepts: bytes,
    unit: "B",
    default: "0 B",
    range: [0, 64],
    calibrated: [2, 32],
    example: "18 B",
  },
  {
    name: "shard_copies",
    doc: "What ZeRO 2 and 3 copy, for each micro-batch, between parameters and the buffers of their collectives.",
    accepts: words([
      ["nothing", "collectives read and write parameters and gradients where they are"],
      ["gradients", "gradients, into the buffer that is scattered"],
      ["all", "gathered weights out of their buffer too"],
    ]),
    default: "nothing",
    example: "all",
  },
  {
    name: "cross_entropy",
    doc: "How the loss and the gradient of its logits run.",
    accepts: words([
      ["eager", "operation by operation on an fp32 copy of the logits: 52 bytes a logit"],
      [
        "compiled",
        "a few compiled kernels on an fp32 copy: 36 bytes a logit (Megatron Core: --cross-entropy-fusion-impl native)",
      ],
      [
        "fused",
        "one kernel reads 16-bit logits twice and puts the gradient in their place: 10 bytes a logit (TransformerEngine, flash-attn)",
      ],
    ]),
    default: "eager",
    source:
      "NVIDIA/Megatron-LM, megatron/core/tensor_parallel/cross_entropy.py and fusions/fused_cross_entropy.py; NVIDIA/TransformerEngine, pytorch/triton/cross_entropy.py",
    example: "fused",
  },
  {
    name: "gradient_passes",
    doc: "How often each gradient on a device is read or written once a step, outside products, collectives and the update: zeroed, looked through for NaN, averaged.",
    accepts: count(),
    default: "0",
    range: [0, 100],
    example: "4",
  },
  {
    name: "recompute_skips",
    doc: "What the recomputation of a whole layer leaves out, with its collectives: no gradient needs the result of a last product.",
    accepts: words([
      ["nothing", "all of the layer runs again"],
      ["layer_end", "the last product of its feed-forward"],
      ["module_ends", "the last product of its feed-forward and that of its attention"],
    ]),
    default: "nothing",
    example: "module_ends",
  },
  {
    name: "expert_kernels",
    doc: "How what follows the products of routed experts runs: the activation function, its limits, biases.",
    accepts: words([
      ["eager", "limits and biases are kernels of their own, biases expert by expert"],
      ["compiled", "limits are in the activation function's kernel, biases in one more"],
      ["fused", "all of it is in the products' kernels"],
    ]),
    default: "if fused then compiled else eager",
    example: "fused",
  },
];
