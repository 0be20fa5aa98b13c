import type { Plan, Recompute } from "../../scenario/plan.ts";

/**
 * True where selective activation checkpointing recomputes a module. Without a list it means the attention
 * core (arXiv:2205.05198, section 5).
 */
export function drops(recompute: Recompute, module: string): boolean {
  if (recompute.kind !== "selective") return false;
  return recompute.modules.length === 0 ? module === "attention" : recompute.modules.includes(module);
}

/** True where activation checkpointing chooses saved results by operator (`savedMatmuls.ts`). */
export const keepsByOperator = (recompute: Recompute): boolean => drops(recompute, "ops");

/** True where backward recomputes a module of a layer; without a name, any part of the layer. */
export type Again = (part?: RecomputedModule | ModuleEnd) => boolean;

/** The last matmul of a module, whose result only later modules read. */
export type ModuleEnd = "attention_end" | "feed_forward_end";

/** The predicate for parts of a layer that backward recomputes. */
export function recomputing({ recompute, framework }: Pick<Plan, "recompute" | "framework">): Again {
  return (part) => {
    if (keepsByOperator(recompute)) return part !== "attention";
    if (recompute.kind !== "full") return part !== undefined && drops(recompute, part);
    return part === undefined || !skippedEnds({ recompute, framework }).includes(part);
  };
}

/** Last matmuls that recomputing a whole layer skips. None where several layers are recomputed together. */
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
