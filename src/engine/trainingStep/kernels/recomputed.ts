import type { Plan, Recompute } from "../../scenario/plan.ts";

/**
 * True where selective activation checkpointing drops the activations of `module`, so that backward recomputes
 * them. A plan that lists no modules means the attention core (arXiv:2205.05198, section 5).
 */
export function drops(recompute: Recompute, module: string): boolean {
  if (recompute.kind !== "selective") return false;
  return recompute.modules.length === 0 ? module === "attention" : recompute.modules.includes(module);
}

/**
 * True where activation checkpointing saves or recomputes results operator by operator (`savedMatmuls.ts`), and
 * not module by module.
 */
export const keepsByOperator = (recompute: Recompute): boolean => drops(recompute, "ops");

/**
 * Predicate that is true where backward recomputes `part` of a layer. Without an argument it answers for the
 * parts of the layer that belong to no named module.
 */
export type Again = (part?: RecomputedModule | ModuleEnd) => boolean;

/** Last matmul of attention or of the feed-forward. Only later modules read its result. */
export type ModuleEnd = "attention_end" | "feed_forward_end";

/**
 * Makes the predicate that tells which parts of a layer backward recomputes under a plan's activation
 * checkpointing.
 */
export function recomputing({ recompute, framework }: Pick<Plan, "recompute" | "framework">): Again {
  return (part) => {
    if (keepsByOperator(recompute)) return part !== "attention";
    if (recompute.kind !== "full") return part !== undefined && drops(recompute, part);
    return part === undefined || !skippedEnds({ recompute, framework }).includes(part);
  };
}

/**
 * Last matmuls of modules that full recomputation of a layer skips, because no gradient needs their results.
 * Empty where several layers are recomputed together, because the next layer then needs them.
 */
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
