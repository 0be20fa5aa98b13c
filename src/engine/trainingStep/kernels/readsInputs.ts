import type { LoraTarget } from "../../scenario/lora.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Weight matrices that a saved tensor is the input of, by their LoRA targets. `experts` is true for matrices of
 * routed experts.
 */
export interface Feeds {
  readonly targets: readonly LoraTarget[];
  readonly experts?: boolean;
}

/**
 * True where backward needs a tensor that only the gradients of the matrices `feeds` read. Frozen matrices have
 * no gradients, so under LoRA only adapters on these matrices read the tensor (arXiv:2106.09685, section 4.1: h
 * = W x + B A x). Always true where all weights are trained, and where `feeds` is undefined because other kernels read the
 * tensor.
 */
export function readsInputs(
  { gradients, scenario }: Pick<Context<unknown>, "gradients" | "scenario">,
  feeds: Feeds | undefined,
): boolean {
  const { lora } = scenario.plan;
  if (feeds === undefined) return true;
  if (lora === null) return gradients === "weights";
  if (feeds.experts && lora.experts === "none") return false;
  return feeds.targets.some((target) => lora.targets.includes(target));
}
