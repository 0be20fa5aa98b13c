import type { Context } from "../context.ts";
import { runCost } from "../formulas/run.ts";

/** What the run's device time costs; null without a price. */
export function cost<N>({ alg, scenario }: Context<N>, deviceTime: N): N | null {
  const price = scenario.cluster.pricePerDeviceSecond;
  return price === null
    ? null
    : alg.apply(runCost, { T_g: deviceTime, c_g: alg.input("cluster.price", price, "$/GPU/s") });
}
