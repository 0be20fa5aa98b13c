import type { Context } from "../inputs/context.ts";

/**
 * Bytes that replicas exchange for each parameter before compression: of its gradient, or of its change in an
 * island.
 */
export function exchangedFormat<N>({ alg, x, scenario }: Context<N>): N {
  const { sync } = scenario.plan;
  return "exchangeBytes" in sync ? alg.input("plan.sync.exchange", sync.exchangeBytes, "B") : x.reduceBytes;
}
