import type { TokenCosts } from "../../estimate/tokenCosts.ts";
import { looseEfficiency } from "../../formulas/run/tokens.ts";
import type { Plan } from "../../scenario/plan.ts";
import { traitsOf } from "../../schedules/traits.ts";
import type { BatchEffect } from "./batchEffect.ts";
import { MATRIX } from "./tokens/delay.ts";
import { lowPrecision } from "./tokens/precisionTokens.ts";
import { tokenCosts } from "./tokens/tokenCosts.ts";
import type { TrainedTo } from "./tokens/trainedTo.ts";

/** Progress toward a loss that one token makes, relative to a token in a small batch of synchronous AdamW in bf16. */
export interface Worth<N> {
  readonly efficiency: N;
  /** Token costs; null where the run's length is unknown. */
  readonly costs: TokenCosts<N> | null;
}

/**
 * Progress per token in a run to a target loss, from its batch size and its other token costs. null where one of these costs
 * needs a scaling law that the plan lacks.
 */
export function worth<N>(run: TrainedTo<N>, { efficiency }: BatchEffect<N>): Worth<N> | null {
  const costs = tokenCosts(run);
  if (costs === null) return null;
  if (!costs.departs) return { efficiency, costs };
  return {
    efficiency: run.ctx.alg.apply(looseEfficiency, { eta_B: efficiency, f_x: costs.factor }),
    costs,
  };
}

/**
 * Progress per token in a run of unknown length, from the batch size alone. null unless the plan is synchronous
 * AdamW in bf16.
 */
export function worthOfBatch<N>(plan: Plan, effect: BatchEffect<N> | null): Worth<N> | null {
  if (effect === null || departs(plan)) return null;
  return { efficiency: effect.efficiency, costs: null };
}

const departs = ({ sync, schedule, compression, precision, optimizer, sparsity }: Plan): boolean =>
  sync.kind !== "synchronous" ||
  !traitsOf(schedule).drains ||
  compression !== null ||
  sparsity !== null ||
  lowPrecision(precision) !== null ||
  MATRIX.has(optimizer);
