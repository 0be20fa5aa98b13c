import type { Row } from "../../row.ts";
import { testArguments } from "./megatronTests.ts";
import { mlperfStack } from "./mlperfStack.ts";
import { nanotronOf } from "./nanotronCampaign.ts";
import { recipeOf } from "./recipes.ts";

/** A row's software stack: a framework of the language, and what people read in the scoreboard's groups. */
export interface FrameworkChoice {
  readonly label: string;
  /** As the language writes it: `megatron_lm(2021)`; null where the row gives no hint. */
  readonly text: string | null;
}

type Rule = readonly [pattern: RegExp, label: string, text: string | ((row: Row) => string)];

/** By the row's source, notes and ZeRO cell, the first that matches. */
const known: readonly Rule[] = [
  [/ultra-?scale playbook/i, "nanotron", nanotronOf],
  [/nanotron/i, "nanotron", (row) => dated("nanotron", row)],
  [/torchtitan/i, "torchtitan", torchtitanStack],
  [/maxtext/i, "MaxText", "maxtext"],
  [/llm-foundry|mosaic/i, "llm-foundry (FSDP)", foundryStack],
  [/automodel/i, "NeMo Automodel (FSDP2)", "automodel(2026)"],
  [/xtuner/i, "PyTorch FSDP2", (row) => dated("torchtitan", row)],
  [/internevo|internlm/i, "InternEvo", "internevo"],
  [/hf \+ deepspeed/i, "DeepSpeed ZeRO", "deepspeed(2021)"],
  [/deepspeed on azure/i, "DeepSpeed ZeRO", "deepspeed(2022)"],
  // Its performance recipes reduce gradients in bf16 (recipes/common.py: grad_reduce_in_fp32 = False).
  [/megatron-bridge/i, "Megatron Core", bridgeStack],
  [/nemo/i, "Megatron Core", (row) => `megatron_core(${statedYear(row) ?? 2025})`],
  [/mlperf/i, "Megatron Core", mlperfStack],
  [/megatron-lm ci/i, "Megatron Core", megatronTest],
  [/simumax/i, "Megatron Core", "megatron_core(2025)"],
  // --grad-reduce-in-bf16 (train_llama3_8b_h100_fp8.sh).
  [/examples\/llama/i, "Megatron Core", "megatron_core(2025, fp32_gradients = false)"],
  // Its projections of queries, keys and values are matrices of their own (meta-llama/llama3, llama/model.py). Gradients add up
  // in fp32 over the micro-batches that a stage runs in a row, and FSDP shards them; what stages receive is
  // deallocated (arXiv:2407.21783, section 3.3.2).
  [
    /llama 3 herd/i,
    "Meta's stack of Llama 3",
    "generic(2024, pipeline_scatter = group, frees_stage_inputs = true)",
  ],
  [/megatron-core/i, "Megatron Core", "megatron_core(2024)"],
  [
    /vtrain|bigscience|bloom|megatron-deepspeed|meg\+deepspeed|mt-nlg|gpt-?neox|pythia/i,
    "Megatron-DeepSpeed",
    "megatron_deepspeed(2022)",
  ],
  // The paper counts the scores of attention among the activations (Table 1): attention was not fused.
  [/zero bubble/i, "Megatron-LM (zero bubble)", "megatron_lm(2023, flash_attention = false)"],
  [/flash-attention/i, "Megatron-LM (with FlashAttention)", "megatron_lm(2023)"],
  [/narayanan.*table 2/i, "Megatron-LM", narayanan2021],
  [/narayanan|korthikanti/i, "Megatron-LM", (row) => `megatron_lm(${megatronYear(row)})`],
  [/fsdp ?2\b|torchtune|simple_?fsdp/i, "PyTorch FSDP2", (row) => dated("torchtitan", row)],
  [
    /megascale|primus|\bmcore\b|transformer[- ]?engine/i,
    "Megatron Core",
    (row) => dated("megatron_core", row),
  ],
  [/megatron/i, "Megatron-LM", (row) => megatronOf(row)],
  [/fsdp|fully[- ]sharded|full_shard|lit-?gpt|accelerate|olmo/i, "PyTorch FSDP", (row) => dated("fsdp", row)],
  [/deepspeed|zero-?(2|3|offload|infinity)/i, "DeepSpeed ZeRO", (row) => dated("deepspeed", row)],
  [/\b(jax|xla|levanter|t5x|pax|paxml|easylm)\b/i, "MaxText", "maxtext"],
];

/** Its tables on H100 have rows in float8 or with asynchronous tensor parallelism, which need torch.compile; elsewhere a row says so, or has the default. */
function torchtitanStack(row: Row): string {
  const said = /torch\.compile/i.test(row.text("notes") ?? "");
  return said || /h100/i.test(row.text("gpu") ?? "")
    ? "torchtitan(2025, compile = true)"
    : "torchtitan(2025)";
}

/**
 * Its tables were made in May 2023 with PyTorch 1.13.1 and, wherever mixed precision reads DEFAULT, anew from October on with 2.1.0, whose
 * checkpoints leave out the last product (mosaicml/llm-foundry, commit b2a43a147: scripts/train/benchmarking/README.md and sweep.sh).
 */
function foundryStack(row: Row): string {
  const later = /default/i.test(row.text("precision") ?? "");
  return later ? "fsdp(2023, recompute_skips = layer_end)" : "fsdp(2023)";
}

/**
 * Its software of April 2026 and later has TransformerEngine 2.14 (docs/releases/software-versions.md). Its recipes let collectives
 * average (average_in_collective) and look for NaN.
 */
function bridgeStack({ source }: Row): string {
  const container = Number(/\((\d+\.\d+)/.exec(source)?.[1] ?? 99);
  return `megatron_core(${container < 26.04 ? 2025 : 2026}, fp32_gradients = false, gradient_passes = 2, cross_entropy = fused)`;
}

/** A stack as it was in the year that its source gives; where it gives none, its latest. */
function dated(name: string, row: Row): string {
  const year = statedYear(row);
  return year === null ? name : `${name}(${year})`;
}

/** By a year in the source's name, by NVIDIA's number of a release (24.07), or by that of a paper: arXiv 2104.04473 is of 2021. */
function statedYear({ source }: Row): number | null {
  const year = /\b(20[12]\d)\b/.exec(source)?.[1];
  const paper = /arxiv:? ?(\d\d)\d\d\.\d/i.exec(source)?.[1];
  const release = /\b(2\d)\.(?:0[1-9]|1[0-2])\b/.exec(source)?.[1];
  if (year !== undefined) return Number(year);
  const short = paper ?? release;
  return short === undefined ? null : 2000 + Number(short);
}

/**
 * Megatron-LM's own code until 2022, the core library since. Where no year is given, Hopper and later parts under a distributed
 * optimizer tell the latter.
 */
function megatronOf(row: Row): string {
  const later = /\b(h[128]00|gh200|g?b[23]00)/i.test(row.text("gpu") ?? "");
  const year = statedYear(row) ?? (later && row.text("zero_stage") !== undefined ? 2024 : 2021);
  return `${year >= 2023 ? "megatron_core" : "megatron_lm"}(${year})`;
}

/** The fused loss keeps fp32 logits and their exponentials apart (megatron/core/fusions/fused_cross_entropy.py). */
function megatronTest(row: Row): string {
  return testArguments(row)?.fusedLoss
    ? "megatron_core(2025, cross_entropy = compiled)"
    : "megatron_core(2025)";
}

/** Its Table 2 sets DeepSpeed's ZeRO 3 beside Megatron-LM. */
function narayanan2021(row: Row): string {
  return /^3/.test(row.text("zero_stage") ?? "") ? "deepspeed(2021)" : "megatron_lm(2021)";
}

const megatronYear = (row: Row): number => (/korthikanti/i.test(row.source) ? 2022 : 2021);

/** The software stack of a row, by its source, notes and ZeRO cell, the first text that is recognised. */
export function frameworkOf(row: Row): FrameworkChoice {
  const texts = [row.source, row.text("notes") ?? "", row.text("zero_stage") ?? ""];
  if (/tpu|trillium/i.test(row.text("gpu") ?? "") && !/maxtext/i.test(row.source))
    return { label: "JAX", text: "maxtext" };
  const recipe = recipeOf(row);
  const graphs = /cuda graphs/i.test(row.text("overlap") ?? "") || recipe?.graphs === true;
  const facts = [
    ...(graphs ? ["cuda_graphs = true"] : []),
    ...(recipe?.fusedExperts || fusedInMlperf(row) ? ["expert_kernels = fused"] : []),
  ];
  for (const text of texts) {
    const found = known.find(([pattern]) => pattern.test(text));
    if (!found) continue;
    const [, label, of] = found;
    const written = typeof of === "string" ? of : of(row);
    return { label, text: withFacts(written, facts) };
  }
  return { label: "not recognised", text: facts.length > 0 ? withFacts("generic", facts) : null };
}

/**
 * Its GPT-OSS 20B, by the same plan's recipe in Megatron-Bridge (perf_recipes/gpt_oss/gb300, 512 GPUs: use_transformer_engine_op_fuser), and
 * DeepSeek-V3 of v6.0, by its configurations (USE_TE_OPS=True, NVTE_CUTEDSL_FUSED_GROUPED_MLP=1).
 */
const fusedInMlperf = (row: Row): boolean =>
  /mlperf/i.test(row.source) && /gpt[-_ ]?oss|deepseek/i.test(row.text("model") ?? "");

/** A stack's tag with more of its fields: `megatron_core(2025)` with `cuda_graphs = true`. */
function withFacts(tag: string, facts: readonly string[]): string {
  if (facts.length === 0) return tag;
  return tag.endsWith(")") ? `${tag.slice(0, -1)}, ${facts.join(", ")})` : `${tag}(${facts.join(", ")})`;
}
