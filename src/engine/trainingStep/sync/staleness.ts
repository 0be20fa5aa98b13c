import { boundedStaleness, meanStaleness } from "../../formulas/step/sync.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Mean number of updates that other replicas make between a replica's read of the weights and its own update,
 * at most the plan's bound. null where replicas synchronise.
 */
export function staleness<N>({ alg, scenario, x }: Context<N>): N | null {
  const { sync } = scenario.plan;
  if (sync.kind !== "asynchronous") return null;
  if (sync.bound === null) return alg.apply(meanStaleness, { n_I: x.dp });
  return alg.apply(boundedStaleness, { n_I: x.dp, n_b: alg.input("plan.sync.bound", sync.bound, "1") });
}
