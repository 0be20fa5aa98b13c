import type { Facts } from "../stack.ts";

const NANOTRON = "huggingface/nanotron, config/parallelism_config.py";
const MAXTEXT = "AI-Hypercomputer/maxtext, configs/base.yml";
const INTERNEVO = "InternLM/InternEvo, core/context/parallel_context.py";

/** Features that nanotron supports. */
export const nanotronRuns: Facts = {
  degrees: [
    "if year >= 2025 then [tp, cp, pp] else [tp, pp, ep]",
    `${NANOTRON}: context_parallel_size (2025); parallel/context.py of 2411b022 starts with expert_parallel_size = 1 alone, because it arranges the ranks in ep · pp · dp · cp · tp places`,
  ],
  sequence_parallelism: ["optional", `${NANOTRON}: tp_mode REDUCE_SCATTER or ALL_REDUCE`],
  zero_stages: ["[0, 1]", "nanotron, optim/zero.py: ZeroDistributedOptimizer is ZeRO 1"],
  shard_groups: ["[]", "nanotron, optim/zero.py: over all data-parallel ranks"],
  schedules: ["[1f1b, gpipe]", "huggingface/nanotron, README: AFAB and 1F1B schedules"],
  recomputes: ["[full]", `${NANOTRON}: recompute_layer`],
  offloads: ["[]", "huggingface/nanotron, config/config.py: no argument moves state to the host"],
  cp_types: [
    "[ring, all_gather]",
    "nanotron, models/qwen.py: _attn_implementation ring_flash_triton or llama3_ring_attention",
  ],
  dispatches: ["[per_expert]", "nanotron, nn/moe.py"],
  precisions: ["[fp32, fp16, bf16]", "nanotron, config/utils_config.py: str_to_dtype"],
  fp8_scalings: ["[]", "huggingface/nanotron, main branch: no fp8"],
};

/** Features that MaxText supports. */
export const maxtextRuns: Facts = {
  degrees: ["[tp, cp, pp, ep]", `${MAXTEXT}: ici_tensor_parallelism and its likes`],
  sequence_parallelism: ["optional", `${MAXTEXT}: tensor_sequence beside tensor`],
  zero_stages: ["[0, 1, 3]", `${MAXTEXT}: the data and fsdp axes; shard_optimizer_over_data`],
  shard_groups: ["[3]", `${MAXTEXT}: data and fsdp axes both above 1`],
  schedules: [
    "[gpipe, breadth_first]",
    `${MAXTEXT}: num_pipeline_repeats; the backward pass of JAX runs all of them back`,
  ],
  recomputes: [
    "[full, distributed, attention, mlp]",
    `${MAXTEXT}: remat_policy full and custom, with context, mlpwi and mlpwo of its own; logical_axis_rules: activation_embed over the tensor axis`,
  ],
  offloads: [
    "[activations, optimizer, weights]",
    `${MAXTEXT}: remat_policy of offloaded tensors; optimizer_memory_host_offload, parameter_memory_host_offload`,
  ],
  cp_types: ["[ring, all_gather, ulysses, hybrid]", `${MAXTEXT}: context_parallel_strategy`],
  dispatches: ["[per_expert]", `${MAXTEXT}: sparse_matmul`],
  precisions: ["[fp32, bf16, fp8]", `${MAXTEXT}: dtype, quantization`],
  conflicts: [
    "[ranks_unsharded]",
    `${MAXTEXT}, logical_axis_rules: the axes context and expert shard the weights as fsdp does`,
  ],
};

/** Features that InternEvo supports. */
export const internevoRuns: Facts = {
  degrees: ["[tp, cp, pp, ep]", `${INTERNEVO}: tensor, weight, pipeline and expert sizes`],
  sequence_parallelism: ["optional", `${INTERNEVO}: tensor modes mtp, msp, fsp and isp`],
  zero_stages: ["[0, 1, 3]", `${INTERNEVO}: zero1.size, zero1.fsdp; arXiv:2401.09149`],
  shard_groups: ["[1, 3]", `${INTERNEVO}: zero1.size below the data-parallel size`],
  schedules: ["[1f1b, interleaved_1f1b]", "internlm/core/scheduler/pipeline_scheduler.py"],
  recomputes: ["[full, layers]", "InternLM/InternEvo, configs: model.checkpoint, a share of the layers"],
  offloads: ["[]", "InternLM/InternEvo, configs: none"],
  cp_types: ["[ulysses]", "arXiv:2401.09149: intra-layer sequence parallelism"],
  dispatches: ["[per_expert]", "internlm/model/moe"],
  precisions: ["[fp32, fp16, bf16]", "InternLM/InternEvo, configs: model.dtype"],
  fp8_scalings: ["[]", "InternLM/InternEvo, configs: none"],
};
