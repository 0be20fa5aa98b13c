import type { Row } from "./row.ts";

/** Facts that a source states about its runs and that its table has no column for, in the language. */
export interface SourceFacts {
  readonly precision?: string;
  /** Format of the gradients only. */
  readonly gradients?: "bf16";
  readonly microBatch?: number;
  readonly flashAttention?: boolean;
  readonly recompute?: string;
  readonly sequenceParallel?: boolean;
  /** Communication that overlaps computation. */
  readonly overlap?: readonly string[];
  /** Order in which ranks are numbered. */
  readonly rankOrder?: string;
  /** Whole `offload` field. */
  readonly offload?: string;
  /** Number of layers that ZeRO 3 prefetches. */
  readonly prefetch?: number;
  /** Number of devices, where the row does not state it. */
  readonly devices?: number;
  /** Embedding rows of a whole tensor-parallel group, where they are fewer than the vocabulary. */
  readonly vocab?: number;
  /** Sequences of the whole run, where its rate covers all of them. */
  readonly sequences?: number;
  /** Marks memory that was read on the first node only. */
  readonly memoryOfFirstNode?: boolean;
}

const factsBySource: readonly (readonly [
  source: RegExp,
  facts: SourceFacts | ((row: Row) => SourceFacts),
])[] = [
  [/automodel/i, automodel],
  // deepspeed.ai, "Azure empowers easy-to-use, high-performance, and hyperscale model training using DeepSpeed", Hardware:
  // activations and optimizer states are in the hosts' memory.
  [/deepspeed on azure/i, { offload: "offload = activations" }],
  [/megatron-bridge \(/i, offloadedLayers],
  [/torchtitan/i, narrowGathers],
  [/mlperf training v5\.0/i, mlperfLora],
  // llama31_405b, config_common.sh: TP_PP_DP_MAPPING=True.
  [
    /mlperf training v(5\.1|6\.0)/i,
    (row) => (/405b/i.test(row.text("model") ?? "") ? { rankOrder: "tp_cp_pp_dp" } : {}),
  ],
  [/megatron-lm ci/i, functionalTest],
  // The example's README refers to NeMo's performance scripts, whose recipes overlap tensor parallelism where there is
  // any (NVIDIA/NeMo, scripts/performance/llm/pretrain_llama3_70b.py: MegatronCommOverlapCallback,
  // tp_comm_overlap_cfg). Its script has --grad-reduce-in-bf16 (train_llama3_8b_h100_fp8.sh).
  [
    /examples\/llama/i,
    (row) => ({
      gradients: "bf16",
      ...((row.number("tp") ?? 1) > 1 ? { overlap: ["dp", "tp", "pp"] } : {}),
    }),
  ],
  // The paper counts attention scores among the activations (Table 1), so attention was not fused.
  [/zero bubble/i, { flashAttention: false }],
  [/model verification card/i, weakScaling],
  [/vtrain/i, wholeRows],
  // bigscience-workshop/bigscience, experiments/gpt2-hf-ds/hf_ds_gpt2_perf_n16.slurm: --max_train_samples 1000, so one to
  // three steps. DeepSpeed traces the first step before it prefetches (v0.3.16, runtime/zero/stage3.py:
  // trace_completed).
  [/hf \+ deepspeed/i, { prefetch: 0, sequences: 1000 }],
  // bigscience-workshop/bigscience, train/tr11-176B-ml/chronicles-prequel.md: memory is nvidia-smi's on one
  // node. It is not the fullest device's, as experiments/tr3m-1B3.md shows: four stages with micro-batches of
  // 8 take 13 GB there, and run out of 16 GB.
  [/bigscience 1\.3b v100/i, { memoryOfFirstNode: true }],
  // arXiv:2412.19437, section 3.2.3 (norms, up-projections), 3.3.2 (fp32 gradients) and 3.3.3 (moments in bf16; SwiGLU's inputs in
  // fp8, its output computed again; the output of attention with 12 bits; tokens sent in fp8).
  [
    /deepseek-v3 tech report/i,
    {
      recompute: "selective([norms, mla_up, moe_act])",
      precision:
        "fp8(scaling = blockwise, token_dispatch = fp8, gradients = fp32, moments = bf16, act_inputs = fp8, attention_output = e5m6)",
    },
  ],
];

/** Facts about a row's run from its source's text. */
export function sourceFacts(row: Row): SourceFacts {
  const facts = factsBySource.find(([source]) => source.test(row.source))?.[1] ?? {};
  return typeof facts === "function" ? facts(row) : facts;
}

/**
 * Embedding rows of vTrain, rounded down and not padded (VIA-Research/vTrain, src/model/gpt_modeling.py:
 * nn.Embedding(vocab_size // world_size, hidden_size)).
 */
function wholeRows(row: Row): SourceFacts {
  const [vocab, tp] = [row.number("vocab"), row.number("tp") ?? 1];
  return vocab === undefined ? {} : { vocab: Math.floor(vocab / tp) * tp };
}

/**
 * Recipe of the model verification card's weak-scaling points, by the command in the card
 * (NVIDIA-NeMo/Megatron-Bridge, examples/model_verification_cards/qwen3-30b-a3b/card.yaml:
 * qwen3_30b_a3b_pretrain_8gpu_gb300_fp8mx_config).
 */
function weakScaling(row: Row): SourceFacts {
  const named =
    /weak_scaling\/GB300/i.test(row.text("source_path") ?? "") && /qwen3-30b/i.test(row.text("model") ?? "");
  return named ? { precision: "fp8(scaling = mx)", microBatch: 8 } : {};
}

/**
 * Recomputation of MLPerf's LoRA runs on MI300X (mlcommons/training_results_v5.0, llama2_70b_lora,
 * configuration of that platform: ACG=full ACM=block ACL=21).
 */
function mlperfLora(row: Row): SourceFacts {
  const lora = /lora/i.test(row.text("model") ?? "") && /MI300X/i.test(row.text("gpu") ?? "");
  return lora ? { recompute: "full(layers = 21)" } : {};
}

/**
 * Settings of Automodel's LoRA recipes with tensor parallelism (NVIDIA-NeMo/Automodel,
 * examples/llm_benchmark, as of pull request 1711, which published the tables). All have
 * activation_checkpointing = true. Llama's also have sequence_parallel and enable_async_tensor_parallel;
 * Qwen's do not.
 */
function automodel(row: Row): SourceFacts {
  if (!/lora/i.test(row.text("model") ?? "") || (row.number("tp") ?? 1) === 1) return {};
  const llama = /llama/i.test(row.text("model") ?? "");
  return { recompute: "full", ...(llama ? { sequenceParallel: true, overlap: ["dp", "tp"] } : {}) };
}

/**
 * Devices of Megatron-LM's functional tests (NVIDIA/Megatron-LM, tests/test_utils/recipes/{gpt,moe}.yaml).
 * Tests on A100 and H100 have gpus: 8, nodes: 1. Tests in recipes/gb200 have gpus: 4, nodes: 2, or one node
 * where the name says so. Release tests state their own number of nodes.
 */
function functionalTest(row: Row): SourceFacts {
  const name = row.text("model") ?? "";
  const known = /^([ah]100|gb200)/i.test(row.text("gpu") ?? "") && !/release/.test(name);
  return known ? { devices: /_1node/.test(name) ? 4 : 8 } : {};
}

/**
 * Precision of torchtitan's 405B float8 runs (pytorch/torchtitan, 9515a140b, train_configs/llama3_405b.toml:
 * enable_fsdp_float8_all_gather = true). Other models leave it off.
 */
function narrowGathers(row: Row): SourceFacts {
  const narrow = /405b/i.test(row.text("model") ?? "") && /float8/i.test(row.text("precision") ?? "");
  return narrow ? { precision: "fp8(scaling = current, weight_gather = fp8)" } : {};
}

/**
 * Layers whose activations Megatron-Bridge's recipes with FSDP offload, of Llama in fp8 with a scale for each
 * tensor (NVIDIA-NeMo/Megatron-Bridge, cpu_offloading_num_layers: v0.1.0rc4, scripts/performance/configs/llama3
 * and llama31; v0.2.0, configs/llama3; v0.3.0 to v0.5.0, configs/llama/llama3_workload_base_configs.py). The
 * table has a range of layers for all of its runs.
 */
function offloadedLayers(row: Row): SourceFacts {
  if (!/^activations/i.test(row.text("offload") ?? "") || !/^fp8/i.test(row.text("precision") ?? ""))
    return {};
  const layers = /405b/i.test(row.text("model") ?? "") ? 95 : /^gb300/i.test(row.text("gpu") ?? "") ? 20 : 40;
  return { offload: `offload = activations(layers = ${layers})` };
}
