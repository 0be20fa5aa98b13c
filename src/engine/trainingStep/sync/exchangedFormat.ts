import type { Context } from "../inputs/context.ts";

/**
 * Bytes that replicas exchange for each parameter before compression: for its gradient, or for its change where
 * islands exchange weight changes.
 */
export function exchangedFormat<N>({ alg, x, scenario }: Context<N>): N {
  const { sync } = scenario.plan;
  return "exchangeBytes" in sync ? alg.input("plan.sync.exchange", sync.exchangeBytes, "B") : x.reduceBytes;
}
