import type { Context } from "../inputs/context.ts";

/** Bytes of a parameter that replicas send each other, uncompressed: of its gradient, or of an island's change. */
export function exchangedFormat<N>({ alg, x, scenario }: Context<N>): N {
  const { sync } = scenario.plan;
  return "exchangeBytes" in sync ? alg.input("plan.sync.exchange", sync.exchangeBytes, "B") : x.reduceBytes;
}
