import type { Plan } from "../../scenario/plan.ts";

/**
 * Number of context-parallel ranks that exchange attention heads by all-to-all (Ulysses): all `cp` ranks, or groups of
 * `cp_heads`. Groups exchange keys and values by a ring or an all-gather.
 */
export function headRanks({ cp, cpType, cpHeads }: Pick<Plan, "cp" | "cpType" | "cpHeads">): number {
  return cpType === "ulysses" ? cp : Math.min(cp, cpHeads);
}
