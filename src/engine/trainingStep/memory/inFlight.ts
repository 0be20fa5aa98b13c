import type { StageLayout } from "../../estimate/stageLayout.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Micro-batches whose activations a stage holds at its peak. Counted for a whole stage: a chunk counts by its
 * share of the layers.
 */
export function microBatchesInFlight<N>(
  { alg, x, scenario: { plan } }: Context<N>,
  { stage }: StageLayout,
): N {
  return traitsOf(plan.schedule).inFlight({ alg, x, plan, stage });
}
