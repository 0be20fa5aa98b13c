import type { Lora, LoraTarget } from "../../scenario/lora.ts";

/** Matrices that a tensor is the input of; `experts`: whose they are. */
export interface Feeds {
  readonly targets: readonly LoraTarget[];
  readonly experts?: boolean;
}

/**
 * Whether backward needs a tensor that only the gradients of these matrices read: frozen ones have none, so it goes to
 * adapters beside them alone (arXiv:2106.09685, section 4.1: h = W x + B A x).
 */
export function readsInputs(lora: Lora | null, feeds: Feeds | undefined): boolean {
  if (lora === null || feeds === undefined) return true;
  if (feeds.experts && lora.experts === "none") return false;
  return feeds.targets.some((target) => lora.targets.includes(target));
}
