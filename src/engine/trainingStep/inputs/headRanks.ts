import type { Plan } from "../../scenario/plan.ts";

/** Of the context-parallel ranks, those that share out heads by all-to-alls; key-value blocks go among groups of them. */
export function headRanks({ cp, cpType, cpHeads }: Pick<Plan, "cp" | "cpType" | "cpHeads">): number {
  return cpType === "ulysses" ? cp : Math.min(cp, cpHeads);
}
