import type { Model } from "../../scenario/model.ts";
import type { Plan } from "../../scenario/plan.ts";

/**
 * Number of stages that hold only an encoder; they precede the decoder's (NVIDIA/Megatron-LM of 2021 to 2023,
 * megatron/core/parallel_state.py, pipeline_model_parallel_split_rank). 0 for a model of one stack, and where
 * one stage holds both stacks. A vision encoder has stages of its own only where the plan says so.
 */
export function encoderStages(
  { encoder, vision, layers }: Model,
  { pp, encoderStages: asked }: Pick<Plan, "pp" | "encoderStages">,
): number {
  if (vision) return pp === 1 ? 0 : (asked ?? 0);
  if (!encoder || pp === 1) return 0;
  const share = Math.round((pp * encoder.layers) / (encoder.layers + layers));
  return asked ?? Math.min(pp - 1, Math.max(1, share));
}
