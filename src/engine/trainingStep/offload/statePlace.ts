import type { StatePlace } from "../../scenario/offload.ts";
import type { Plan } from "../../scenario/plan.ts";
import { keepsShares } from "../parallel/gradientScatter.ts";

export type StateKind = "weights" | "gradients" | "optimizer";

/**
 * Place of a kind of state. Gradients are offloaded with the optimizer as soon as they are reduced. Whole
 * gradients that accumulate over micro-batches stay on the device (arXiv:2101.06840, section 4).
 */
export function statePlace(plan: Plan, kind: StateKind): StatePlace {
  const { stateOffload } = plan;
  if (kind === "weights") return stateOffload.weights;
  if (kind === "optimizer" || keepsShares(plan)) return stateOffload.optimizer;
  return "none";
}
