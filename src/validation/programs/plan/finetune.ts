import type { Row } from "../../rows/row.ts";
import type { Stated } from "./precision.ts";

/**
 * LoRA adapters of a row, as the value of the plan's `finetune` field. null where the run trains all weights.
 */
export function finetuneOf(row: Row): Stated | null {
  const columns = ["model", "source", "notes", "flop_convention"];
  const text = columns.map((column) => row.text(column) ?? "").join("; ");
  if (!/\bq?lora\b|\bpeft\b/i.test(text)) return null;
  const rank = /\b(?:r|rank[\s=]*)(\d+)\b/i.exec(text)?.[1];
  const fields = [
    // The rank hardly changes a step: adapters are a thousandth of the work.
    rank ?? "16",
    // mlcommons/training, llama2_70b_lora, README.md: --lora_target_modules "qkv_proj,o_proj".
    ...(/mlperf/i.test(text) ? ["targets = [query, key, value, output]"] : []),
    // NVIDIA-NeMo/Megatron-Bridge, scripts/performance/configs/llama/llama3_llm_finetune.py (v0.5.0):
    // peft.target_modules = ["linear_qkv"].
    ...(/megatron-bridge/i.test(text) ? ["targets = [query, key, value]"] : []),
    ...(/\bqlora\b/i.test(text) ? ["weights = nf4"] : []),
    // mlcommons/training_results_v4.0, NVIDIA, llama2_70b_lora, megatron_gpt_peft_tuning_config.yaml: fp8_params = fp8.
    ...(/mlperf/i.test(text) && keepsFp8(row) ? ["weights = fp8"] : []),
  ];
  return { text: `lora(${fields.join(", ")})`, assumed: rank === undefined };
}

/**
 * True where a LoRA run stores its frozen base weights in fp8: MLPerf submissions in fp8 on NVIDIA's devices,
 * which share this code. AMD's submissions have their own code.
 */
const keepsFp8 = (row: Row): boolean =>
  /fp8/i.test(row.text("precision") ?? "") && !/\bmi\d/i.test(row.text("gpu") ?? "");
