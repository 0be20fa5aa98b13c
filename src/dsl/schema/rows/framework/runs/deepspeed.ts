import type { Facts } from "../stack.ts";

const CONFIG = "deepspeedai/DeepSpeed, docs/_pages/config-json.md";
const OFFLOAD = `${CONFIG}: offload_optimizer and offload_param on cpu or nvme (ZeRO-Offload, ZeRO-Infinity), cpu_checkpointing`;
const OFFLOADED =
  "if year >= 2021 then [checkpoints, optimizer, optimizer_nvme, weights, weights_nvme] else if year >= 2020 then [checkpoints, optimizer] else [checkpoints]";
const STAGES = "if year >= 2021 then [0, 1, 2, 3] else if year >= 2020 then [0, 1, 2] else [0, 1]";
const MICS = `${CONFIG}: mics_shard_size (arXiv:2205.00119)`;
const ARGUMENTS = "microsoft/Megatron-DeepSpeed, megatron/arguments.py";

const ONE_NUMBER =
  "deepspeed/runtime/config.py, _batch_assertion: train_batch_size is micro_batch_per_gpu * gradient_acc_step * world_size";

/** Features that DeepSpeed supports with a model of Hugging Face Transformers. */
export const deepspeedRuns: Facts = {
  degrees: [
    "if year >= 2025 then [tp, cp, ep] else []",
    "deepspeed/runtime/engine.py: autotp_size, autoep_size; arXiv:2506.13996: sequences over Ulysses' ranks",
  ],
  sequence_parallelism: ["never", "deepspeed/module_inject/layers.py: activations are whole on each rank"],
  zero_stages: [STAGES, "arXiv:1910.02054; ZeRO 3 since DeepSpeed 0.3.10 (2021)"],
  shard_groups: ["if year >= 2023 then [3] else []", MICS],
  schedules: ["[]", "deepspeed/runtime/pipe/module.py wants a model written as a list of layers"],
  recomputes: [
    "[full, distributed]",
    "Hugging Face Transformers: gradient_checkpointing around each layer; deepspeed.checkpointing: partition_activations",
  ],
  offloads: [OFFLOADED, OFFLOAD],
  cp_types: ["[ulysses]", "arXiv:2309.14509"],
  dispatches: ["[per_expert]", "deepspeed/moe/sharded_moe.py: one all-to-all over the expert-parallel ranks"],
  precisions: ["if year >= 2022 then [fp32, fp16, bf16] else [fp32, fp16]", `${CONFIG}: fp16, bf16`],
  fp8_scalings: ["[]", `${CONFIG}: it has no fp8`],
  pools: ["[replicas, stages]", ONE_NUMBER],
  conflicts: [
    "if year >= 2026 then [] else [tp_zero_3]",
    "deepspeed/runtime/engine.py, _configure_tensor_parallel_states: AutoTP under ZeRO 3 since 2026",
  ],
};

/** Features that Megatron-DeepSpeed supports. */
export const megatronDeepspeedRuns: Facts = {
  degrees: [
    "if year >= 2023 then [tp, cp, pp, ep] else [tp, pp]",
    `${ARGUMENTS}: --ds-sequence-parallel-size (2023), --moe-expert-parallel-size`,
  ],
  sequence_parallelism: ["if year >= 2023 then optional else never", `${ARGUMENTS}: --sequence-parallel`],
  zero_stages: [STAGES, `${ARGUMENTS}: --zero-stage`],
  shard_groups: ["[]", `${ARGUMENTS}: none`],
  schedules: ["[1f1b]", "deepspeed/runtime/pipe/schedule.py: TrainSchedule"],
  recomputes: [
    "if year >= 2023 then [full, units, distributed, attention] else [full, units, distributed]",
    `${ARGUMENTS}: --checkpoint-activations, --checkpoint-num-layers, --partition-activations; --recompute-granularity`,
  ],
  offloads: [OFFLOADED, `${OFFLOAD}; ${ARGUMENTS}: --checkpoint-in-cpu, --cpu-optimizer`],
  cp_types: ["[ulysses]", "arXiv:2309.14509"],
  dispatches: ["[per_expert]", "deepspeed/moe/sharded_moe.py"],
  precisions: ["if year >= 2022 then [fp32, fp16, bf16] else [fp32, fp16]", `${ARGUMENTS}: --fp16, --bf16`],
  fp8_scalings: ["[]", `${CONFIG}: it has no fp8`],
  pools: ["[replicas, stages]", ONE_NUMBER],
  conflicts: [
    "[pp_zero_2, pp_zero_3]",
    "deepspeed/runtime/pipe/engine.py: ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism",
  ],
};
