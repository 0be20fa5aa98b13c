import type { Facts } from "../stack.ts";

const SCHEDULES = "torch/distributed/pipelining/schedules.py";
const TOGETHER =
  "torch/distributed/fsdp/_fully_shard/_fsdp_api.py, CPUOffloadPolicy: parameters, gradients and the optimizer's state together";
const TITAN = "pytorch/torchtitan v0.2.2, torchtitan/config/job_config.py";

const MESHES =
  "pytorch/torchtitan v0.2.2, torchtitan/distributed/parallel_dims.py: fsdp_enabled is dp_shard_enabled or cp_enabled";

/** Features that are supported for models under PyTorch's FSDP. */
export const fsdpRuns: Facts = {
  degrees: [
    "if year >= 2024 then [tp, cp, pp] else []",
    "PyTorch 2.3 to 2.7: torch.distributed.tensor.parallel, .pipelining, .tensor.experimental.context_parallel",
  ],
  zero_stages: [
    "[0, 2, 3]",
    "torch/distributed/fsdp/api.py, ShardingStrategy: NO_SHARD, SHARD_GRAD_OP, FULL_SHARD",
  ],
  shard_groups: ["[2, 3]", "torch/distributed/fsdp/api.py: HYBRID_SHARD and _HYBRID_SHARD_ZERO2"],
  schedules: ["[1f1b, gpipe, interleaved_1f1b, breadth_first, zb_v, dualpipe_v]", SCHEDULES],
  recomputes: ["[full]", "mosaicml/llm-foundry: activation_checkpointing around each block"],
  offloads: [
    "[activations, optimizer, weights]",
    "mosaicml/llm-foundry: activation_cpu_offload; torch/distributed/fsdp/api.py: CPUOffload",
  ],
  cp_types: ["[ring, all_gather]", "torch/distributed/tensor/experimental/_attention.py: set_rotate_method"],
  precisions: ["[fp32, fp16, bf16, fp8]", "torch/distributed/fsdp/api.py: MixedPrecision; torchao float8"],
  fp8_scalings: [
    "[delayed, current, rowwise, mx]",
    "NVIDIA/TransformerEngine under FSDP; pytorch/ao, torchao/float8",
  ],
  conflicts: [
    "[state_apart]",
    "torch/distributed/fsdp/api.py, CPUOffload: parameters with their gradients and state",
  ],
};

/** Features that torchtitan supports. */
export const torchtitanRuns: Facts = {
  degrees: ["[tp, cp, pp, ep, etp]", `${TITAN}: Parallelism`],
  sequence_parallelism: [
    "always",
    "torchtitan, models/llama3/infra/parallelize.py, apply_tp: SequenceParallel norms",
  ],
  zero_stages: ["[0, 3]", `${TITAN}: data_parallel_shard_degree, data_parallel_replicate_degree`],
  shard_groups: ["[3]", `${TITAN}: both degrees above 1`],
  schedules: [
    "[1f1b, gpipe, interleaved_1f1b, breadth_first, zb_v, dualpipe_v]",
    `${SCHEDULES}; launch/torchtitan says them by these names`,
  ],
  recomputes: [
    "[full, layers, ops]",
    `${TITAN}: activation_checkpoint.mode full, or selective with op or every so many layers`,
  ],
  offloads: ["[optimizer, weights]", `${TITAN}: training.enable_cpu_offload`],
  cp_types: ["[ring, all_gather]", `${TITAN}: context_parallel_rotate_method`],
  dispatches: ["[per_expert, per_node]", `${TITAN}: expert_parallel_comm_backend`],
  precisions: ["[fp32, bf16, fp8]", `${TITAN}: mixed_precision_param; model.converters`],
  fp8_scalings: [
    "[current, rowwise, mx]",
    `${TITAN}: quantize.linear.float8.recipe_name; quantize.linear.mx`,
  ],
  pools: [
    "[replicas, stages]",
    "torchtitan/train.py: global_batch_size is a multiple of local_batch_size * the data-parallel degree",
  ],
  conflicts: ["[cp_zero_0, state_apart]", `${MESHES}; ${TOGETHER}`],
};

const PROGRAM = "src/launch/pytorch";

/** Features that the program of `launch.pytorch` has. */
export const pytorchRuns: Facts = {
  degrees: ["[tp, pp]", `${PROGRAM}/code/runCode.ts: the mesh's dimensions`],
  sequence_parallelism: ["optional", `${PROGRAM}/code/parallelCode.ts: tensor_parallel`],
  zero_stages: ["all", `${PROGRAM}/code/parallelCode.ts: data_parallel`],
  shard_groups: ["[1, 2, 3]", `${PROGRAM}/code/parallelCode.ts: a mesh of two dimensions`],
  schedules: [
    "[1f1b, gpipe, interleaved_1f1b, breadth_first]",
    `${SCHEDULES}: Schedule1F1B, ScheduleGPipe, ScheduleInterleaved1F1B, ScheduleLoopedBFS`,
  ],
  recomputes: ["[full, layers]", `${PROGRAM}/code/modelCode.ts: torch.utils.checkpoint around a layer`],
  offloads: ["[]", `${PROGRAM}: none`],
  cp_types: ["[]", `${PROGRAM}: none`],
  dispatches: ["[per_expert]", `${PROGRAM}: no experts`],
  precisions: ["[fp32, bf16]", `${PROGRAM}/stepRows.ts: fp32 weights, matmuls in a narrower format`],
  fp8_scalings: ["[]", `${PROGRAM}: no 8-bit formats`],
  conflicts: ["[state_apart]", `${PROGRAM}: no offload`],
};

const AUTOMODEL = "NVIDIA-NeMo/Automodel, components/distributed/config.py";

/** Features that NeMo Automodel supports. */
export const automodelRuns: Facts = {
  degrees: ["[tp, cp, pp, ep]", `${AUTOMODEL}: tp_size, cp_size, pp_size, ep_size`],
  sequence_parallelism: ["optional", `${AUTOMODEL}: FSDP2Config.sequence_parallel`],
  zero_stages: ["[0, 3]", `${AUTOMODEL}: DDPConfig, FSDP2Config`],
  shard_groups: ["[3]", `${AUTOMODEL}: dp_replicate_size`],
  schedules: [
    "[1f1b, gpipe, interleaved_1f1b, zb_v]",
    `NVIDIA-NeMo/Automodel, components/distributed/pipelining: ${SCHEDULES}`,
  ],
  recomputes: ["[full]", `${AUTOMODEL}: activation_checkpointing`],
  offloads: ["[optimizer, weights]", `${AUTOMODEL}: FSDP2Config.offload_policy`],
  cp_types: ["[ring, all_gather]", "torch/distributed/tensor/experimental/_attention.py: set_rotate_method"],
  precisions: ["[fp32, bf16, fp8]", "NVIDIA-NeMo/Automodel, components/quantization/fp8.py: torchao"],
  fp8_scalings: ["[current, rowwise]", "NVIDIA-NeMo/Automodel, components/quantization/fp8.py: recipe_name"],
  conflicts: ["[state_apart]", TOGETHER],
};

const TUNE = "pytorch/torchtune, recipes/configs/llama3_3/70B_full.yaml";

/** Features of torchtune in which it differs from torchtitan. */
export const torchtuneRuns: Facts = {
  degrees: ["[tp, cp]", `${TUNE}: tensor_parallel_dim, context_parallel_dim`],
  schedules: ["[]", "pytorch/torchtune, recipes: no pipelines"],
  recomputes: ["[full]", `${TUNE}: enable_activation_checkpointing`],
  offloads: ["[activations, optimizer, weights]", `${TUNE}: enable_activation_offloading, fsdp_cpu_offload`],
};

const XTUNER = "InternLM/xtuner, xtuner/v1/config/fsdp.py";

/** Features of XTuner in which it differs from torchtitan. */
export const xtunerRuns: Facts = {
  degrees: ["[tp, cp, ep]", `${XTUNER}: tp_size, ep_size; sp_size of its trainer`],
  sequence_parallelism: ["optional", `${XTUNER}: tp_size`],
  schedules: ["[]", `${XTUNER}: no pipelines`],
  recomputes: ["[full, layers]", `${XTUNER}: recompute_ratio`],
  offloads: ["[optimizer, weights]", `${XTUNER}: cpu_offload`],
  cp_types: ["[ulysses]", "InternLM/xtuner, xtuner/v1: sequence parallelism by all-to-alls"],
};

/** Features of llm-foundry in which it differs from PyTorch's FSDP. */
export const llmFoundryRuns: Facts = {
  degrees: [
    "if year >= 2024 then [tp] else []",
    "mosaicml/llm-foundry: tp_config beside fsdp_config since 2024",
  ],
  schedules: ["[]", "mosaicml/composer, distributed: no pipelines"],
};
