/**
 * Limit on a search: values of a setting that a run's software could use, or that its authors mention.
 * Without a named source, the software's abilities are not verified.
 */
export interface Limit {
  /** Path of the setting: `plan.zero`. */
  readonly path: string;
  /** Allowed values, in the language: `[0, 1]`. */
  readonly values: string;
  readonly because: string;
}

const limit = (path: string, values: string, because: string): Limit => ({ path, values, because });

const NO_SEQUENCE_PARALLELISM = limit(
  "plan.sequence_parallel",
  "[false]",
  "sequence parallelism in tensor groups came with arXiv:2205.05198 (May 2022)",
);
const ALL_OR_NOTHING = limit(
  "plan.recompute",
  "[none, full]",
  "selective recomputation came with arXiv:2205.05198 (May 2022)",
);
const NO_CONTEXT_PARALLELISM = limit(
  "plan.cp",
  "[1]",
  "context parallelism came to Megatron Core with 0.4.0 (NVIDIA/Megatron-LM, CHANGELOG.md)",
);
const WHOLE_SEQUENCES = limit("plan.cp", "[1]", "the authors mention no context parallelism");
const NO_OFFLOAD = limit(
  "plan.offload",
  "[none]",
  "the authors mention no activations in host memory, although some code of these years could offload them (DeepSpeed, metaseq)",
);
const NO_PIPELINE = limit("plan.pp", "[1]", "the authors mention no pipeline");
const MEGATRON_SCHEDULES = limit(
  "plan.schedule",
  "[1f1b, interleaved_1f1b, gpipe]",
  "schedules without bubbles came with arXiv:2401.10241 (2024)",
);
const NO_ZERO = limit("plan.zero", "[0]", "the authors mention no sharded optimizer state");
const ZERO_1 = limit(
  "plan.zero",
  "[0, 1]",
  "Megatron's distributed optimizer shards only the optimizer's state",
);

/** Limits of searches for Megatron-LM of 2019: tensor parallelism only. */
export const MEGATRON_2019 = [
  NO_SEQUENCE_PARALLELISM,
  ALL_OR_NOTHING,
  WHOLE_SEQUENCES,
  NO_OFFLOAD,
  NO_PIPELINE,
  NO_ZERO,
];
/** Limits of searches for Megatron-LM of arXiv:2104.04473. */
export const MEGATRON_2021 = [
  MEGATRON_SCHEDULES,
  NO_SEQUENCE_PARALLELISM,
  ALL_OR_NOTHING,
  NO_CONTEXT_PARALLELISM,
  NO_OFFLOAD,
  NO_ZERO,
];
/** Limits of searches for Megatron-LM of arXiv:2205.05198. */
export const MEGATRON_2022 = [MEGATRON_SCHEDULES, NO_CONTEXT_PARALLELISM, NO_OFFLOAD, ZERO_1];
export const MEGATRON_DEEPSPEED = [
  NO_SEQUENCE_PARALLELISM,
  ALL_OR_NOTHING,
  NO_CONTEXT_PARALLELISM,
  NO_OFFLOAD,
  limit(
    "plan.zero",
    "[0, 1]",
    "DeepSpeed's pipelines take no ZeRO 2 or 3 (deepspeedai/DeepSpeed, issues 1110 and 1629)",
  ),
];
/**
 * * Limits of searches for LLaMA's code: model and sequence parallelism, with the outputs of linear layers
 * saved (arXiv:2302.13971, section 2.4).
 */
export const SHARDED_2023 = [NO_PIPELINE, WHOLE_SEQUENCES, NO_OFFLOAD];
/** Limits of searches for metaseq of 2022. */
export const SHARDED_2022 = [
  NO_SEQUENCE_PARALLELISM,
  ...SHARDED_2023,
  limit(
    "plan.recompute",
    "[none, full]",
    "metaseq checkpoints whole layers (facebookresearch/metaseq, metaseq/models/transformer_lm.py)",
  ),
];
/** Limits of searches for Pathways and T5X: GSPMD shardings of one program. */
export const PATHWAYS = [
  limit("plan.pp", "[1]", "the authors' program has no pipeline, by choice (arXiv:2204.02311, section 4)"),
  WHOLE_SEQUENCES,
  NO_OFFLOAD,
];
/** Limits of searches for MaxText: its fsdp and tensor axes. */
export const MAXTEXT = [
  limit(
    "plan.pp",
    "[1]",
    "MaxText's configuration of this model for another TPU has fsdp alone (AI-Hypercomputer/maxtext, MaxText/configs/trillium/mixtral_8x7b.sh)",
  ),
  NO_OFFLOAD,
];
/** Limits of searches for Megatron Core of 2023 and 2024. */
export const MEGATRON_CORE_2023 = [NO_CONTEXT_PARALLELISM, NO_OFFLOAD, ZERO_1];
export const MEGATRON_CORE_2024 = [
  limit(
    "plan.offload",
    "[none]",
    "Megatron Core 0.5.0 offloads activations, but not with a pipeline or with recomputation (NVIDIA/Megatron-LM, CHANGELOG.md and transformer_config.py), so it is left out",
  ),
  ZERO_1,
];
/** Limits of searches for Meta's stack of Llama 3: interleaved pipelines, sharded state and gradients. */
export const LLAMA_3 = [
  limit(
    "plan.schedule",
    "[1f1b, interleaved_1f1b, gpipe, breadth_first]",
    "its schedule is a variant of interleaved 1F1B (arXiv:2407.21783, section 3.3.2)",
  ),
  NO_OFFLOAD,
  limit(
    "plan.zero",
    "[0, 1, 2]",
    "weights are not resharded after the forward pass (arXiv:2407.21783, section 3.3.2)",
  ),
];
/** Limits of searches for HAI-LLM before DualPipe. */
export const HAI_LLM_2024 = [
  limit(
    "plan.schedule",
    "[1f1b, interleaved_1f1b, gpipe, zb_h1, zb_h2]",
    "the report uses a zero-bubble schedule (arXiv:2405.04434, section 3.1.3); DualPipe came with DeepSeek-V3",
  ),
  NO_OFFLOAD,
  limit("plan.zero", "[0, 1]", "the report shards with ZeRO-1 (arXiv:2405.04434, section 3.1.3)"),
];
export const HAI_LLM_2025 = [
  limit(
    "plan.schedule",
    "[1f1b, interleaved_1f1b, gpipe, zb_h1, zb_h2, dualpipe]",
    "the report compares 1F1B, ZB1P and DualPipe (arXiv:2412.19437, Table 2)",
  ),
  NO_OFFLOAD,
  limit("plan.zero", "[0, 1]", "the report shards with ZeRO-1 (arXiv:2412.19437, section 3.2)"),
];
/** Limits of searches for Kimi's stack, which offloads activations and shards as ZeRO-1 does. */
export const KIMI_2025 = [
  limit("plan.zero", "[0, 1]", "the report shards with ZeRO-1 (arXiv:2507.20534, section 2.4.2)"),
];
