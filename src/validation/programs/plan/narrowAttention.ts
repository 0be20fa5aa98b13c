import type { Row } from "../../row.ts";
import { recipeOf } from "../stack/recipes.ts";
import { finetuneOf } from "./finetune.ts";

/** Whether a row's run has attention's products in 8 bits, by its recipe or its submission; tables do not say so. */
export function attendsInEightBits(row: Row): boolean {
  const model = row.text("model") ?? "";
  const gpu = row.text("gpu") ?? "";
  // NVIDIA-NeMo/Megatron-Bridge, v0.5.0, scripts/performance/configs: fp8_dot_product_attention, in recipes of MXFP8 that are one graph.
  if (recipeOf(row)?.fusedExperts) return !(/deepseek/i.test(model) && /^gb200/i.test(gpu));
  if (!/mlperf/i.test(row.source) || /\bmi\d/i.test(gpu)) return false;
  // mlcommons/training_results_v6.0, NVIDIA, deepseekv3_671b, config_common_mxfp8.sh: FP8_DPA. gpt_oss_20b says bfloat16, llama31_405b F16.
  if (/deepseek/i.test(model)) return true;
  // NVIDIA, llama2_70b_lora: FP8_DPA = 1 in v4.0 (configs/config_common.sh) and on Blackwell since; 0 on several nodes of H100s from v4.1 on.
  // Those of v4.0 have context-parallel ranks, whose attention is in 16 bits in TransformerEngine v1.6 (pytorch/attention.py, AttnFuncWithCP).
  if (finetuneOf(row) === null) return false;
  return !/^h[12]00/i.test(gpu) || (row.number("cp") ?? 1) === 1;
}
