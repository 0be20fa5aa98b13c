import type { Params } from "../../core/refusal.ts";
import type { Plan } from "../../scenario/plan.ts";
import { headRanks } from "../../trainingStep/inputs/headRanks.ts";

/**
 * Degrees that do not divide a sequence of `tokens`; null where all do. A ring splits it into two pieces for
 * each rank, to balance the causal mask.
 */
export function sequenceSplit(
  plan: Plan,
  tokens: number,
): { readonly fields: readonly string[]; readonly params: Params } | null {
  const { tp, cp, cpOrder, sequenceParallel } = plan;
  const pieces = cp === headRanks(plan) || cpOrder === "contiguous" ? cp : 2 * cp;
  if (tokens % pieces !== 0)
    return { fields: ["plan.cp"], params: { degree: pieces, field: pieces === cp ? "cp" : "2 * cp" } };
  if (!sequenceParallel || (tokens / cp) % tp === 0) return null;
  return {
    fields: ["plan.tp", ...(cp > 1 ? ["plan.cp"] : [])],
    params: { degree: cp * tp, field: cp > 1 ? "cp * tp" : "tp" },
  };
}
