import { warning } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";

/**
 * Whether a stack's default keeps whole, until a pipeline's step ends, what the plan's ZeRO stage shares out: the plan then saves less
 * than its shards. One who wrote when shares are made again knows it.
 */
export function wholeShards({ model, plan, origins }: Scenario): readonly Refusal[] {
  const { zero, pp, tp, cp, ep, etp, dpShard, reshardAfter, gradientScatter } = plan;
  const experts = modelParts(model).some((part) => part.model.mlp.kind === "moe");
  // Replicas of an expert are those of a stage's devices that it is not spread over.
  const sharers = Math.max(dpShard * cp, experts ? (dpShard * cp * tp) / (ep * etp) : 1);
  if (pp === 1 || sharers === 1) return [];
  const byDefault = (field: string): boolean => origins[field]?.kind !== "given";
  const weights = zero === 3 && reshardAfter === "step" && byDefault("plan.reshard_after");
  const gradients = zero >= 2 && gradientScatter === "step" && byDefault("plan.gradient_scatter");
  if (!weights && !gradients) return [];
  const whole = weights && gradients ? "weights and gradients" : weights ? "weights" : "gradients";
  return [
    warning("shards-kept-whole", ["plan.zero", "plan.pp"], {
      zero,
      pp,
      whole,
      framework: plan.framework.name,
    }),
  ];
}
