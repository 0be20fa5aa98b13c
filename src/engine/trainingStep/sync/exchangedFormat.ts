import type { Context } from "../inputs/context.ts";

/**
 * Uncompressed bytes of a parameter in an exchange between replicas: of its gradient, or of an island's
 * weight change.
 */
export function exchangedFormat<N>({ alg, x, scenario }: Context<N>): N {
  const { sync } = scenario.plan;
  return "exchangeBytes" in sync ? alg.input("plan.sync.exchange", sync.exchangeBytes, "B") : x.reduceBytes;
}
