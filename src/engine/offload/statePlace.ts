import type { Plan, StatePlace } from "../scenario.ts";

export type StateKind = "weights" | "gradients" | "optimizer";

/**
 * Where a kind of state is kept. Gradients go where the optimizer is as soon as they are reduced; what adds up whole over the
 * micro-batches stays on the device (arXiv:2101.06840, section 4).
 */
export function statePlace({ stateOffload, zero, gradientScatter }: Plan, kind: StateKind): StatePlace {
  if (kind === "weights") return stateOffload.weights;
  if (kind === "optimizer" || (zero >= 2 && gradientScatter === "micro_batch")) return stateOffload.optimizer;
  return "none";
}
