import { MEGATRON_ARGUMENTS, MEGATRON_SCHEDULES } from "../sources.ts";
import type { Facts } from "../stack.ts";

const SINCE = `${MEGATRON_ARGUMENTS}: --context-parallel-size and --expert-model-parallel-size (2023)`;
const SEQUENCE = "arXiv:2205.05198, section 4.2.2; --sequence-parallel";
const SHARDING = `${MEGATRON_ARGUMENTS}: --use-distributed-optimizer is ZeRO 1 (2022)`;
const MOE_SEQUENCE =
  "megatron/core/transformer/moe/moe_layer.py, forward: a ValueError under tensor without sequence parallelism";

const ONE_NUMBER = "megatron/core/num_microbatches_calculator.py: one number of micro-batches for all ranks";

/** Features that Megatron Core's `pretrain_gpt.py` supports. Frameworks built on Megatron Core share them. */
export const megatronCoreRuns: Facts = {
  degrees: ["if year >= 2024 then [tp, cp, pp, ep, etp] else [tp, cp, pp, ep]", SINCE],
  sequence_parallelism: ["optional", SEQUENCE],
  zero_stages: [
    "if year >= 2025 then [0, 1, 2, 3] else [0, 1]",
    `${SHARDING}; --data-parallel-sharding-strategy of Megatron FSDP, optim_grads and optim_grads_params (core_v0.12, 2025)`,
  ],
  shard_groups: [
    "if year >= 2025 then [1, 2, 3] else []",
    `${MEGATRON_ARGUMENTS}: --num-distributed-optimizer-instances`,
  ],
  schedules: ["[1f1b, interleaved_1f1b]", MEGATRON_SCHEDULES],
  recomputes: [
    "if year >= 2025 then [full, layers, units, distributed, attention, norms, mla_up, moe_act, mlp, moe, shared_experts] else [full, layers, units, distributed, attention]",
    "megatron/core/transformer/transformer_config.py: recompute_modules; recompute_method block and uniform; distribute_saved_activations",
  ],
  offloads: [
    "if year >= 2025 then [optimizer] else []",
    `${MEGATRON_ARGUMENTS}, core_v0.15.0: --optimizer-cpu-offload alone`,
  ],
  cp_types: [
    "if year >= 2024 then [ring, all_gather, ulysses, hybrid] else [ring]",
    `${MEGATRON_ARGUMENTS}: --cp-comm-type p2p, all_gather, a2a and a2a+p2p`,
  ],
  dispatches: [
    "if year >= 2025 then [per_expert, per_node] else [per_expert]",
    `${MEGATRON_ARGUMENTS}: --moe-token-dispatcher-type flex with --moe-enable-deepep (2025)`,
  ],
  precisions: [
    "if year >= 2025 then [fp32, fp16, bf16, fp8, nvfp4] else [fp32, fp16, bf16, fp8]",
    `${MEGATRON_ARGUMENTS}: --fp16, --bf16, --fp8-format, --fp4-format`,
  ],
  fp8_scalings: [
    "if year >= 2025 then [delayed, current, blockwise, mx] else [delayed]",
    `${MEGATRON_ARGUMENTS}: --fp8-recipe delayed, tensorwise, blockwise and mxfp8`,
  ],
  pools: ["[replicas, stages]", ONE_NUMBER],
  conflicts: ["[moe_without_sp]", MOE_SEQUENCE],
};

/** Features that Megatron-LM supports in versions before 2024. Later versions are the framework `megatron_core`. */
export const megatronLmRuns: Facts = {
  degrees: [
    "if year >= 2024 then [tp, cp, pp, ep] else if year >= 2020 then [tp, pp] else [tp]",
    `arXiv:1909.08053: tensor parallelism; NVIDIA/Megatron-LM, commit 52a5f2f2 of 20 October 2020: --pipeline-model-parallel-size; ${SINCE}`,
  ],
  sequence_parallelism: ["if year >= 2022 then optional else never", SEQUENCE],
  zero_stages: ["if year >= 2022 then [0, 1] else [0]", SHARDING],
  shard_groups: ["[]", `${MEGATRON_ARGUMENTS}: the distributed optimizer shards over all replicas`],
  schedules: ["[1f1b, interleaved_1f1b]", MEGATRON_SCHEDULES],
  recomputes: [
    "if year >= 2022 then [full, layers, units, distributed, attention] else [full, units]",
    "arXiv:2205.05198, section 5; before it --checkpoint-activations with --checkpoint-num-layers; --distribute-saved-activations (2022)",
  ],
  offloads: ["[]", `${MEGATRON_ARGUMENTS}: none before Megatron Core 0.12`],
  cp_types: ["[ring]", `${MEGATRON_ARGUMENTS}: --context-parallel-size`],
  dispatches: ["[per_expert]", "megatron/core/transformer/moe/token_dispatcher.py"],
  precisions: [
    "if year >= 2023 then [fp32, fp16, bf16, fp8] else if year >= 2021 then [fp32, fp16, bf16] else [fp32, fp16]",
    `${MEGATRON_ARGUMENTS}: --fp16, --bf16, --fp8-hybrid`,
  ],
  fp8_scalings: ["[delayed]", "NVIDIA/TransformerEngine before v2.0: DelayedScaling"],
  pools: ["[replicas, stages]", ONE_NUMBER],
  conflicts: ["[moe_without_sp]", MOE_SEQUENCE],
};
