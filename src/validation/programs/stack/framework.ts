import type { Row } from "../../rows/row.ts";
import { testArguments } from "./megatronTests.ts";

/** Software stack of a row: a framework of the language, and its name in the scoreboard's groups. */
export interface FrameworkChoice {
  readonly label: string;
  /**
   * Framework as a plan writes it: `megatron_lm(2021)`. null where the row names no framework of the
   * language.
   */
  readonly text: string | null;
}

type Rule = readonly [pattern: RegExp, label: string, text: string | null | ((row: Row) => string)];

/**
 * Projects that build on a known framework but behave differently: "Megatron" together with such a name does
 * not mean Megatron.
 */
const OTHERS =
  /colossal-?ai|\bgemini\b|nnscaler|axonn|\balpa\b|galvatron|slapo|varuna|oobleck|flagscale|hetu|mindspeed|paddle|oneflow|merak|\btutel\b|fairseq|metaseq|composer(?!.*mosaic)|levanter|olmo-?core/i;

/**
 * Rules from a row's source, notes or ZeRO cell to its software stack: pattern, label, and framework as dtp
 * text. The first match counts. Only names and dates are here; a framework's behaviour is in its own file.
 */
const known: readonly Rule[] = [
  [/nanotron|ultra-?scale playbook/i, "nanotron", (row) => dated("nanotron", row)],
  [/torchtitan/i, "torchtitan", torchtitanStack],
  [/maxtext/i, "MaxText", "maxtext"],
  [/llm-foundry|mosaic/i, "llm-foundry (FSDP)", foundry],
  [/automodel/i, "NeMo Automodel (FSDP2)", (row) => dated("automodel", row)],
  [/xtuner/i, "XTuner (FSDP2)", (row) => dated("xtuner", row)],
  [/torchtune/i, "torchtune (FSDP2)", (row) => dated("torchtune", row)],
  [/internevo|internlm/i, "InternEvo", (row) => dated("internevo", row)],
  // The page is of 2021: DeepSpeed v0.3.16.
  [/hf \+ deepspeed/i, "DeepSpeed ZeRO", "deepspeed(2021)"],
  [/deepspeed on azure/i, "DeepSpeed ZeRO", (row) => dated("deepspeed", row)],
  [/megatron-bridge/i, "Megatron-Bridge", bridge],
  [/pai-?megatron/i, "Pai-Megatron-Patch", (row) => dated("pai_megatron", row)],
  [/mlperf/i, "MLPerf's Megatron Core", mlperf],
  [/\bnemo\b/i, "NeMo", (row) => dated("nemo", row)],
  [/megascale/i, "MegaScale", (row) => dated("megascale", row)],
  [/megatron-lm ci|simumax|examples\/llama/i, "Megatron Core", "megatron_core(2025)"],
  [/llama 3 herd/i, "Meta's stack of Llama 3", (row) => dated("meta_llama", row)],
  [/deepseek-?v[23].*(report|arxiv)|hai-?llm/i, "DeepSeek's HAI-LLM", (row) => dated("hai_llm", row)],
  [/megatron-core/i, "Megatron Core", "megatron_core(2024)"],
  [/gpt-?neox|pythia/i, "GPT-NeoX", (row) => dated("gpt_neox", row)],
  // vTrain does not pad the vocabulary (src/model/gpt_modeling.py: vocab_size // world_size).
  [/vtrain/i, "Megatron-DeepSpeed", "megatron_deepspeed(2022, vocab_multiple = 1)"],
  // MT-NLG was announced on 11 October 2021. bigscience's page on GPT-2 is of May 2021; later runs used DeepSpeed's
  // branch big-science.
  [/mt-nlg|meg\+deepspeed/i, "Megatron-DeepSpeed", ofReleases2021],
  [/bigscience|bloom|megatron-deepspeed/i, "Megatron-DeepSpeed", "megatron_deepspeed(2022)"],
  [/zero bubble/i, "Megatron-LM (zero bubble)", "megatron_lm(2023)"],
  [/flash-attention/i, "Megatron-LM (with FlashAttention)", "megatron_lm(2023)"],
  // The README's commit is of 11 January 2021 (152aab304d): code of 2020, nine days before scatter-gather (27fc4689).
  [/megatron-lm readme jan 2021/i, "Megatron-LM", "megatron_lm(2020)"],
  [/narayanan.*table 2/i, "Megatron-LM", narayanan2021],
  [/narayanan|korthikanti/i, "Megatron-LM", (row) => `megatron_lm(${megatronYear(row)})`],
  [OTHERS, "another project's", null],
  [/fsdp ?2\b|simple_?fsdp/i, "PyTorch FSDP2", (row) => dated("torchtitan", row)],
  [/primus|\bmcore\b|transformer[- ]?engine/i, "Megatron Core", (row) => dated("megatron_core", row)],
  [/megatron/i, "Megatron-LM", megatronOf],
  [/fsdp|fully[- ]sharded|full_shard|lit-?gpt|accelerate|olmo/i, "PyTorch FSDP", (row) => dated("fsdp", row)],
  [/deepspeed|zero-?(2|3|offload|infinity)/i, "DeepSpeed ZeRO", (row) => dated("deepspeed", row)],
  [/\b(jax|xla|t5x|pax|paxml|easylm)\b/i, "MaxText", "maxtext"],
];

/**
 * Stack of torchtitan's tables. Rows on H100 have float8 or asynchronous tensor parallelism, which need
 * torch.compile. On other devices a row states the compiler, or has torchtitan's default.
 */
function torchtitanStack(row: Row): string {
  const said = /torch\.compile/i.test(row.text("notes") ?? "");
  return said || /h100/i.test(row.text("gpu") ?? "")
    ? "torchtitan(2025, compile = true)"
    : "torchtitan(2025)";
}

/**
 * Stack of llm-foundry's tables. They were measured in May 2023 with PyTorch 1.13.1. Rows whose mixed
 * precision reads DEFAULT were measured again from October on with 2.1.0 (mosaicml/llm-foundry, commit
 * b2a43a147: scripts/train/benchmarking/README.md and sweep.sh).
 */
function foundry(row: Row): string {
  return /default/i.test(row.text("precision") ?? "")
    ? "llm_foundry(2023, torch = 2.1)"
    : dated("llm_foundry", row);
}

/**
 * Stack of runs on DeepSpeed's releases of 2021. A run without ZeRO uses Megatron's own schedule
 * (bigscience-workshop/bigscience, experiments/gpt2-meg-ds-3d, ds-off.out). That schedule divides gradients as
 * DeepSpeed has done since, so the run gets the stack of 2022.
 */
function ofReleases2021(row: Row): string {
  const own = /meg\+deepspeed/i.test(row.source) && row.number("zero_stage") === 0;
  return own ? "megatron_deepspeed(2022)" : "megatron_deepspeed(2021)";
}

/** Stack of Megatron-Bridge's tables, dated by their container's number: 26.04 is April 2026. */
function bridge({ source }: Row): string {
  const container = /\((\d+\.\d+)/.exec(source)?.[1];
  return container === undefined
    ? "megatron_bridge"
    : `megatron_bridge(20${container.slice(0, 2)}, release = ${container})`;
}

/**
 * Stack of MLPerf's tables, dated by their round: 3.0 and 3.1 are of 2023. Submissions on AMD's devices do
 * not use NVIDIA's code.
 */
function mlperf(row: Row): string {
  const round = /v(\d+\.\d+)/.exec(row.source)?.[1];
  if (round === undefined) return "mlperf_nvidia";
  const year = 2020 + Math.floor(Number(round));
  return /\bmi\d/i.test(row.text("gpu") ?? "") ? `nemo(${year})` : `mlperf_nvidia(${year}, round = ${round})`;
}

/**
 * Framework as dtp text in the version of the year that the row's source states: `nemo(2024)`. The latest
 * version where the source states no year.
 */
function dated(name: string, row: Row): string {
  const year = statedYear(row);
  return year === null ? name : `${name}(${year})`;
}

/**
 * Year of a source: in its name, in NVIDIA's release number (24.07), or in a paper's number (arXiv 2104.04473
 * is of 2021).
 */
function statedYear({ source }: Row): number | null {
  const year = /\b(20[12]\d)\b/.exec(source)?.[1];
  const paper = /arxiv:? ?(\d\d)\d\d\.\d/i.exec(source)?.[1];
  const release = /\b(2\d)\.(?:0[1-9]|1[0-2])\b/.exec(source)?.[1];
  if (year !== undefined) return Number(year);
  const short = paper ?? release;
  return short === undefined ? null : 2000 + Number(short);
}

/**
 * Megatron stack: Megatron-LM's own code until 2022, Megatron Core since. Without a year, a Hopper or later
 * device with a distributed optimizer means Megatron Core.
 */
function megatronOf(row: Row): string {
  const later = /\b(h[128]00|gh200|g?b[23]00)/i.test(row.text("gpu") ?? "");
  const year = statedYear(row) ?? (later && row.text("zero_stage") !== undefined ? 2024 : 2021);
  return `${year >= 2023 ? "megatron_core" : "megatron_lm"}(${year})`;
}

/** Stack of Narayanan 2021, whose Table 2 compares DeepSpeed's ZeRO 3 with Megatron-LM. */
function narayanan2021(row: Row): string {
  return /^3/.test(row.text("zero_stage") ?? "") ? "deepspeed(2021)" : "megatron_lm(2021)";
}

const megatronYear = (row: Row): number => (/korthikanti/i.test(row.source) ? 2022 : 2021);

/**
 * Software stack of a row, by its source, notes and ZeRO cell, in this order. CUDA graphs are added where the
 * row says so.
 */
export function frameworkOf(row: Row): FrameworkChoice {
  if (/tpu|trillium/i.test(row.text("gpu") ?? "") && !/maxtext/i.test(row.source))
    return { label: "JAX", text: "maxtext" };
  const stated = [
    ...(/cuda graphs/i.test(row.text("overlap") ?? "") ? ["cuda_graphs = true"] : []),
    ...(testArguments(row)?.fusedLoss ? ["cross_entropy = compiled"] : []),
  ];
  for (const text of [row.source, row.text("notes") ?? "", row.text("zero_stage") ?? ""]) {
    const found = known.find(([pattern]) => pattern.test(text));
    if (!found) continue;
    const [, label, of] = found;
    const written = typeof of === "function" ? of(row) : of;
    return { label, text: withFacts(written, stated) };
  }
  return { label: "not recognised", text: withFacts(null, stated) };
}

/** Framework text with further fields: `megatron_core(2025)` with `cuda_graphs = true`. */
export function withFacts(tag: string | null, facts: readonly string[]): string | null {
  if (facts.length === 0) return tag;
  const [, name = "generic", given] = /^(\w+)(?:\((.*)\))?$/.exec(tag ?? "") ?? [];
  return `${name}(${[...(given ? [given] : []), ...facts].join(", ")})`;
}
