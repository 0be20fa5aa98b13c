import { MAPPINGS } from "../../plan/rankOrder.ts";
import { megatronCoreRuns } from "../runs/megatron.ts";
import { BUCKET_GROWS, MEGATRON_ARGUMENTS } from "../sources.ts";
import { framework } from "../stack.ts";

const AMAX_REDUCED =
  "NVIDIA/TransformerEngine, pytorch/fp8.py: all-reduce of maxima over fp8_group; NVIDIA/Megatron-LM: tensor- and data-parallel ranks without --tp-only-amax-red";
const SCALES_COMPILED =
  "NVIDIA/TransformerEngine, pytorch/fp8.py: v0.10 to v1.5 compile three kernels for each of a layer's three modules; v1.6 has one for a pass";
const CASTS_JOINED =
  "NVIDIA/TransformerEngine, pytorch/csrc/quantizer.cpp, NVFP4Quantizer::quantize_impl: one kernel since v2.14 (April 2026)";
const SINKS_BY_HEADS =
  "megatron/core/transformer/transformer_config.py: cp_comm_type = p2p; NVIDIA/TransformerEngine, get_attention_backend: softmax with a sink among context-parallel ranks by all-to-all only";
/**
 * Source for the number of passes over the gradients in memory. Where a collective only sums, averaging reads and
 * writes the gradients once more.
 */
const GRADIENT_PASSES =
  "megatron/core/distributed/param_and_grad_buffer.py: reset zeroes the buffer; check_grads takes its norm (check_for_nan_in_grad); start_grad_sync scales it unless average_in_collective";

export const megatronCore = framework(
  "megatron_core",
  "Megatron Core, NeMo and Megatron-Bridge, with the distributed optimizer's overlap on.",
  "2025",
  {
    ...megatronCoreRuns,
    rank_orders: ["if year >= 2024 then [tp_cp_dp_pp, tp_cp_pp_dp] else [tp_cp_dp_pp]", MAPPINGS],
    flash_version: [
      "if year >= 2024 then 3 else 2",
      "NVIDIA cuDNN 9.0 release notes (2024): fused attention of Hopper, through TransformerEngine",
    ],
    vocab_multiple: ["128", `${MEGATRON_ARGUMENTS}: --make-vocab-size-divisible-by`],
    collective_wait: [
      "35 us",
      "calibrated on H100 and Blackwell runs: src/engine/CALIBRATION.md, tensor-parallel collectives",
    ],
    amax_reduction: ["replicas", AMAX_REDUCED],
    scale_kernels: ["if year >= 2024 then 0 else 9", SCALES_COMPILED],
    joint_casts: ["year >= 2026", CASTS_JOINED],
    overlap: ["[dp]", `${MEGATRON_ARGUMENTS}: --overlap-grad-reduce, --overlap-param-gather`],
    interleaved_overlap: [
      "[dp, pp]",
      `${MEGATRON_ARGUMENTS}: sends overlap the chunks unless --no-overlap-p2p-communication`,
    ],
    bucket_per_rank: ["4 MB", BUCKET_GROWS],
    fp32_gradients: ["true", `${MEGATRON_ARGUMENTS}: bf16 accumulates and reduces gradients in fp32`],
    etp: [
      "if model.mlp == moe then tp else 1",
      `${MEGATRON_ARGUMENTS}: --expert-tensor-parallel-size is that of tensor parallelism unless given`,
    ],
    pad_capacity: ["false", `${MEGATRON_ARGUMENTS}: --moe-pad-expert-input-to-capacity is off unless given`],
    cp_type: ["if model.attention != none and model.attention.sinks then ulysses else ring", SINKS_BY_HEADS],
    yarn_fused: [
      "false",
      "megatron/core/models/common/embeddings/rope_utils.py, apply_rotary_pos_emb: no fused kernel where mscale is not 1",
    ],
    expert_launches: ["27", "src/engine/CALIBRATION.md, mixtures of experts"],
    expert_cast_launches: [
      "8",
      "NVIDIA/TransformerEngine v2.9, common/recipe/current_scaling.cu and pytorch/csrc/quantizer.cpp: four kernels zero a maximum, find it, make a scale of it and cast, for the inputs of an expert's two matmuls",
    ],
    expert_streams: [
      "4",
      "NVIDIA/TransformerEngine, common/gemm/cublaslt_gemm.cu: multi_stream_cublas_gemm distributes the experts' matmuls over four streams",
    ],
    expert_kernels: [
      "eager",
      "megatron/core/transformer/moe/experts.py, TEGroupedMLP._apply_bias; core/fusions/fused_bias_geglu.py",
    ],
    cross_entropy: ["eager", `${MEGATRON_ARGUMENTS}: fused with --cross-entropy-loss-fusion alone`],
    gradient_passes: ["4", GRADIENT_PASSES],
    rotary_copies: ["true", "megatron/core/transformer/attention.py: values are a view of mixed_qkv"],
  },
);
