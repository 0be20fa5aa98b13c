import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import * as book from "../../formulas/run/checkpoint.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/**
 * Newton steps for the optimal interval. Each doubles the correct digits, and these suffice for a start that
 * is off by less than ten times.
 */
const NEWTON_STEPS = 6;

/**
 * Training time between two checkpoints, s. null without checkpoints, and where a rule needs the time between failures but
 * nothing fails.
 */
export function interval<N>(
  { alg, scenario }: Context<N>,
  { blocking: C_k, unsafe }: CheckpointEstimate<N>,
  M_c: N | null,
  step: N,
): N | null {
  const { checkpoint } = scenario.plan;
  if (!checkpoint) return null;
  const of = (): N | null => {
    if (typeof checkpoint.interval === "number")
      return alg.input("plan.checkpoint.interval", checkpoint.interval, "s");
    if (M_c === null) return null;
    const young = alg.apply(book.youngInterval, { C_k, M_c });
    if (checkpoint.interval === "young") return young;
    if (checkpoint.interval === "young_daly") return alg.apply(book.dalyInterval, { C_k, M_c });
    let tau = young;
    for (let step = 0; step < NEWTON_STEPS; step++)
      tau = alg.apply(book.optimalInterval, { tau_i: tau, M_c, C_k });
    return tau;
  };
  const tau = of();
  if (tau === null) return null;
  if (M_c === null || typeof checkpoint.interval === "number" || checkpoint.to !== "storage")
    return alg.apply(book.spacedInterval, { tau_i: tau, D_w: unsafe, T: step });
  const c_b = alg.input("plan.checkpoint.storage_share", checkpoint.storageShare, "1");
  return alg.apply(book.budgetedInterval, { tau_i: tau, D_w: unsafe, c_b, M_c, T: step });
}
