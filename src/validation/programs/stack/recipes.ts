import type { Row } from "../../row.ts";

/** What a run of Megatron-Bridge's tables did beside what the tables say: facts of the recipes of its release. */
export interface Recipe {
  /** As the language writes it; null where nothing is known. */
  readonly recompute: string | null;
  /** The exchange of tokens is hidden behind other micro-batches (overlap_moe_expert_parallel_comm). */
  readonly exchangeHidden: boolean;
  /** A token travels once to each node (moe_flex_dispatcher_backend = deepep, hybridep). */
  readonly perNode: boolean;
  /** The whole step is launched as one graph (cuda_graph_impl = full_iteration). */
  readonly graphs: boolean;
  /** Experts' products, activation function and biases are one kernel (cutedsl_fused_grouped_mlp). */
  readonly fusedExperts: boolean;
  /** Where the row leaves them open and the run names its recipe. */
  readonly precision: string | null;
  readonly microBatch: number | null;
}

/**
 * NVIDIA-NeMo/Megatron-Bridge, scripts/performance of v0.1 (container 25.09), scripts/performance/configs/{deepseek,gpt_oss,kimi,qwen} of v0.2 (container 25.11), v0.3 (26.02), v0.4
 * (26.04) and v0.5 (26.06), and src/megatron/bridge/perf_recipes after it. null for a row that is no such run. Its
 * verification cards are of the latest recipes.
 */
export function recipeOf(row: Row): Recipe | null {
  if (!/megatron-bridge/i.test(row.source) || row.number("moe_experts") === undefined) return null;
  const container = Number(/\((\d+\.\d+)/.exec(row.source)?.[1] ?? 99);
  const model = row.text("model") ?? "";
  const gpu = row.text("gpu") ?? "";
  const rack = /^gb[23]00/i.test(gpu);
  const mxfp8 = /mx/i.test(row.text("precision") ?? weakScaling(row).precision ?? "");
  const graphs =
    container < FLAT_RECIPES
      ? droppedGraphs(model, gpu)
      : rack && mxfp8 && container >= 26.06 && !/kimi/i.test(model);
  // Recipes that capture the whole step hide the exchange and fuse the experts with it.
  const wholeStep = graphs && container > FLAT_RECIPES;
  return {
    recompute: recomputeOf(model, gpu, mxfp8, container),
    exchangeHidden:
      wholeStep || hiddenOn(model, gpu, row.number("ep") ?? 1, row.number("pp") ?? 1, container),
    perNode: perNodeOn(model, gpu, mxfp8, container),
    graphs,
    fusedExperts: wholeStep,
    ...weakScaling(row),
  };
}

/**
 * Recipes of dense models overlap tensor parallelism where there is any, but in NVFP4
 * (scripts/performance/configs/llama*: tp_comm_overlap).
 */
export function hidesTensorParallel(row: Row): boolean {
  return (
    /megatron-bridge/i.test(row.source) &&
    row.text("overlap") === undefined &&
    row.number("moe_experts") === undefined &&
    (row.number("tp") ?? 1) > 1 &&
    !/nvfp4/i.test(row.text("precision") ?? "")
  );
}

/**
 * The points of weak scaling on a verification card run the recipe of its performance run
 * (examples/model_verification_cards/qwen3-30b-a3b/card.yaml: qwen3_30b_a3b_pretrain_8gpu_gb300_fp8mx_config).
 */
function weakScaling(row: Row): Pick<Recipe, "precision" | "microBatch"> {
  const weak = /weak_scaling/i.test(`${row.text("source_path") ?? ""} ${row.text("notes") ?? ""}`);
  return weak && /qwen3-30b/i.test(row.text("model") ?? "") && /^gb300/i.test(row.text("gpu") ?? "")
    ? { precision: "fp8_mx", microBatch: 8 }
    : { precision: null, microBatch: null };
}

const isGptOss = (model: string) => /gpt.?oss/i.test(model);

/** The first release (25.09: tag v0.1.0rc4) has its recipes in scripts/performance/run_script.py and configs/<model>/*.yaml. */
const FLAT_RECIPES = 25.1;

/** That release drops tokens on Blackwell, so that shapes are known beforehand and graphs can hold experts (configs/qwen3: cuda_graphs). */
function droppedGraphs(model: string, gpu: string): boolean {
  return /qwen3/i.test(model) && (/^gb200/i.test(gpu) || (/^b200/i.test(gpu) && /30b/i.test(model)));
}

/** Outside of racks the exchange is hidden where its ranks are on several nodes, and in recipes of 2025 for Qwen3; of its 30B on H100 as long as they had a pipeline. */
function hiddenOn(model: string, gpu: string, ep: number, pp: number, container: number): boolean {
  if (container < FLAT_RECIPES) return /deepseek/i.test(model) && /^h100/i.test(gpu);
  if (isGptOss(model)) return /^gb200/i.test(gpu) && container >= 26.04;
  if (/^b[23]00/i.test(gpu)) {
    if (/deepseek/i.test(model)) return ep > 8;
    return /235b/i.test(model) && container <= 25.11;
  }
  if (!/^h100/i.test(gpu)) return false;
  if (/30b/i.test(model)) return pp > 1;
  return /235b/i.test(model) || (/deepseek/i.test(model) && container <= 25.11);
}

function perNodeOn(model: string, gpu: string, mxfp8: boolean, container: number): boolean {
  if (container < 25.11) return false;
  const rack = /^gb[23]00/i.test(gpu);
  if (isGptOss(model))
    return (
      container >= 26.04 && !/^h100/i.test(gpu) && !(/^gb300/i.test(gpu) && !(mxfp8 && container >= 26.06))
    );
  if (rack) return true;
  if (/deepseek/i.test(model)) return /^h100/i.test(gpu) || container >= 26.02;
  return /30b/i.test(model) && container >= (/^h100/i.test(gpu) ? 26.02 : 26.04);
}

function recomputeOf(model: string, gpu: string, mxfp8: boolean, container: number): string | null {
  if (/qwen3/i.test(model)) return "none";
  if (isGptOss(model)) return gptOss(gpu, mxfp8, container);
  if (/kimi/i.test(model)) return /^h100/i.test(gpu) ? "selective([mla_up, mlp])" : "selective([mla_up])";
  if (!/deepseek/i.test(model)) return null;
  if (/^h100/i.test(gpu)) return "selective([mla_up, mlp])";
  if (/^gb300/i.test(gpu)) {
    if (!mxfp8 || container <= 25.11) return "selective([moe_act])";
    return container >= 26.06 ? "none" : "selective([mla_up])";
  }
  if (/^gb200/i.test(gpu) && mxfp8 && Math.floor(container * 100) === 2604) return "selective([mlp])";
  return "selective([mla_up])";
}

/** Norms and the experts' activation function, but on the devices with most memory, and where the whole step is one graph. */
function gptOss(gpu: string, mxfp8: boolean, container: number): string {
  if (/^g?b300/i.test(gpu) || (/^gb200/i.test(gpu) && mxfp8 && container >= 26.06)) return "none";
  return "selective([norms, moe_act])";
}
