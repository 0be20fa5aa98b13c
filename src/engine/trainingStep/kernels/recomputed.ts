import type { Plan, Recompute } from "../../scenario/plan.ts";

/** Selective recomputation without a list means the attention core (arXiv:2205.05198, section 5). */
export function drops(recompute: Recompute, module: string): boolean {
  if (recompute.kind !== "selective") return false;
  return recompute.modules.length === 0 ? module === "attention" : recompute.modules.includes(module);
}

/** Whether a policy by operator picks what is kept (`productsInTurn.ts`). */
export const keepsByOperator = (recompute: Recompute): boolean => drops(recompute, "ops");

/** Whether a layer's module, or without a name any part of a layer, is computed again before backward. */
export type Again = (part?: RecomputedModule | ModuleEnd) => boolean;

/** The last product of a module: only what comes behind the module reads its result. */
export type ModuleEnd = "attention_end" | "feed_forward_end";

/** What is computed again of a layer. */
export function recomputing({ recompute, framework }: Pick<Plan, "recompute" | "framework">): Again {
  return (part) => {
    if (keepsByOperator(recompute)) return part !== "attention";
    if (recompute.kind !== "full") return part !== undefined && drops(recompute, part);
    return part === undefined || !skippedEnds({ recompute, framework }).includes(part);
  };
}

/** Last products that the recomputation of a whole layer leaves out; of several together the last one alone could: none is. */
export function skippedEnds({
  recompute,
  framework: { recomputeSkips },
}: Pick<Plan, "recompute" | "framework">): readonly string[] {
  if (recomputeSkips === "nothing" || recompute.unit !== undefined) return [];
  const ends: readonly ModuleEnd[] = ["feed_forward_end", "attention_end"];
  return recomputeSkips === "layer_end" ? ends.slice(0, 1) : ends;
}

export type RecomputedModule =
  | "attention"
  | "norms"
  | "mlp"
  | "mla_up"
  | "moe_act"
  | "shared_experts"
  | "moe"
  | "ops";
