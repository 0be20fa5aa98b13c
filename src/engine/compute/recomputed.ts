import type { Recompute } from "../scenario/plan.ts";

/** Selective recomputation without a list means the attention core (arXiv:2205.05198, section 5). */
export function drops(recompute: Recompute, module: string): boolean {
  if (recompute.kind !== "selective") return false;
  return recompute.modules.length === 0 ? module === "attention" : recompute.modules.includes(module);
}

/** Whether a layer's module, or without a name any part of a layer, is computed again before backward. */
export type Again = (module?: RecomputedModule) => boolean;

export type RecomputedModule =
  | "attention"
  | "norms"
  | "mlp"
  | "mla_up"
  | "moe_act"
  | "shared_experts"
  | "moe";
