import { warning } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { modelParts } from "../trainingStep/model/modelParts.ts";

/**
 * Warning where a framework's default keeps gathered weights or gradients whole until a pipeline's step ends,
 * so that the ZeRO stage saves less memory than expected. Fields set by the user give no warning.
 */
export function wholeShards({ model, plan, origins }: Scenario): readonly Refusal[] {
  const { zero, pp, tp, cp, ep, etp, dpShard, reshardAfter, gradientScatter } = plan;
  const experts = modelParts(model).some((part) => part.model.mlp.kind === "moe");
  // Replicas of an expert are the devices of a stage over which it is not sharded.
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
