import type { Row } from "../../row.ts";

/** What Megatron-FSDP's recipes of Llama 3 do: weights are sharded, and the activations of some layers go to host memory. */
export interface ShardedRecipe {
  /** cpu_offloading_num_layers; null for none. */
  readonly offloadLayers: number | null;
}

/**
 * NVIDIA-NeMo/Megatron-Bridge, scripts/performance/configs/llama* of v0.1 to v0.5: every recipe of Llama 3 70B or 405B with one
 * stage has use_megatron_fsdp; without it whole weights and gradients would not fit. null for any other run.
 */
export function shardedRecipe(row: Row): ShardedRecipe | null {
  const model = row.text("model") ?? "";
  const large = /llama.*405b/i.test(model);
  if (!/megatron-bridge/i.test(row.source) || !(large || /llama.*70b/i.test(model))) return null;
  if (row.number("pp") !== 1 || (row.number("tp") ?? 1) > 2) return null;
  return {
    offloadLayers: layersOn(row.text("gpu") ?? "", /bf16/i.test(row.text("precision") ?? ""), large),
  };
}

/** The recipes' numbers; other formats than bf16 have fp8's. */
function layersOn(gpu: string, bf16: boolean, large: boolean): number | null {
  if (/^gb300/i.test(gpu)) return large ? (bf16 ? 40 : 10) : bf16 ? 30 : 20;
  if (/^gb200/i.test(gpu)) return large ? 92 : bf16 ? 20 : 40;
  return /^b200/i.test(gpu) ? 5 : null;
}
