import type { Context } from "../inputs/context.ts";

/**
 * Bytes of a weight in the layers' matrices: of the quantised format where they are frozen and quantised,
 * else `B_w`.
 */
export function matrixBytes<N>({ alg, scenario }: Context<N>, B_w: N): N {
  const { lora } = scenario.plan;
  return lora === null || lora.weightBytes === null
    ? B_w
    : alg.input("plan.finetune.weights", lora.weightBytes, "B");
}
