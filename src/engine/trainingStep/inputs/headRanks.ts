import type { Plan } from "../../scenario/plan.ts";

/**
 * Context-parallel ranks that exchange attention heads by all-to-all (Ulysses). Key-value blocks pass between
 * groups of such ranks.
 */
export function headRanks({ cp, cpType, cpHeads }: Pick<Plan, "cp" | "cpType" | "cpHeads">): number {
  return cpType === "ulysses" ? cp : Math.min(cp, cpHeads);
}
