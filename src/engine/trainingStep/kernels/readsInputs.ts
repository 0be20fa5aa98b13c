import type { Lora, LoraTarget } from "../../scenario/lora.ts";

/** Matrices that have a tensor as their input. `experts` is true for routed experts' matrices. */
export interface Feeds {
  readonly targets: readonly LoraTarget[];
  readonly experts?: boolean;
}

/**
 * True where backward needs a tensor that only the gradients of these matrices read. Frozen matrices have no
 * gradients, so only their adapters read it (arXiv:2106.09685, section 4.1: h = W x + B A x).
 */
export function readsInputs(lora: Lora | null, feeds: Feeds | undefined): boolean {
  if (lora === null || feeds === undefined) return true;
  if (feeds.experts && lora.experts === "none") return false;
  return feeds.targets.some((target) => lora.targets.includes(target));
}
