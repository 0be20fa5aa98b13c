import type { Context } from "../context.ts";
import { meanStaleness } from "../formulas/step/sync.ts";

/** Updates by others between a replica's reading of the weights and its own; null where replicas meet. */
export function staleness<N>({ alg, scenario, x }: Context<N>): N | null {
  return scenario.plan.sync.kind === "asynchronous" ? alg.apply(meanStaleness, { n_I: x.dp }) : null;
}
