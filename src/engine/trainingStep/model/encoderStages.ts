import type { Model } from "../../scenario/model.ts";
import type { Plan } from "../../scenario/plan.ts";

/**
 * Number of stages that hold the encoder; they precede the decoder's (NVIDIA/Megatron-LM of 2021 to 2023,
 * megatron/core/parallel_state.py, pipeline_model_parallel_split_rank). 0 for a model of one stack, and where
 * one stage holds both stacks.
 */
export function encoderStages(
  { encoder, layers }: Model,
  { pp, encoderStages: asked }: Pick<Plan, "pp" | "encoderStages">,
): number {
  if (!encoder || pp === 1) return 0;
  const share = Math.round((pp * encoder.layers) / (encoder.layers + layers));
  return asked ?? Math.min(pp - 1, Math.max(1, share));
}
