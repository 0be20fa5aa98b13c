import type { Algebra } from "../../core/algebra.ts";
import { error } from "../../core/refusal.ts";
import type { Estimate } from "../../estimate/estimate.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";

/** Least goodput of a run that counts as finishing: below it, a month of training takes a lifetime. */
const LEAST = 1e-3;

/** True where a run can fail and has checkpoints. */
export const mayFail = (plan: Pick<Plan, "checkpoint">, cluster: Cluster): boolean =>
  plan.checkpoint !== null && (cluster.failures !== null || cluster.spot !== null);

/** Failure and checkpoint times of a run before its step time is known, s. */
export interface Stops {
  readonly mtbf: number;
  readonly blocking: number;
  readonly unsafe: number;
  readonly restart: number;
}

/** Tolerance for rounding differences of sums in another order. */
const ROUNDING = 1 - 1e-9;

/**
 * True where a run never finishes, for any step time and interval. `renewalGoodput` is tau/M over exp((R +
 * D)/M) expm1((tau + C)/M), and so at most exp(-(R + D + C)/M), as x is at most expm1(x). `twoLevelGoodput`
 * is no more, by Bernoulli's inequality. All other shares of `overallGoodput` are at most 1.
 */
export function neverFinishesAnyhow({ mtbf, blocking, unsafe, restart }: Stops): boolean {
  if (blocking >= mtbf) return true;
  return Math.exp(-(restart + unsafe + blocking) / mtbf) < LEAST * ROUNDING;
}

/** Refusal of a run with almost no progress, with its numbers; null for other runs. */
export function neverFinishes<N>(
  alg: Algebra<N>,
  { cluster, plan }: Scenario,
  estimate: Estimate<N>,
): Refusal | null {
  // A run that cannot fail skips the calculation.
  if (!mayFail(plan, cluster)) return null;
  const { reliability, checkpoint } = estimate;
  const goodput = reliability && checkpoint && estimate.goodput;
  if (!goodput) return null;
  // A goodput of NaN, from infinite times, also counts as no progress.
  const makesProgress = alg.decide([goodput.total], ([share = 0]) => share >= LEAST);
  if (makesProgress && alg.less(checkpoint.blocking, reliability.mtbf)) return null;
  return error("never-finishes", ["plan.checkpoint", "cluster.failures"], {
    mtbf: alg.value(reliability.mtbf),
    blocking: alg.value(checkpoint.blocking),
    interval: alg.value(goodput.interval),
    recovery: alg.value(goodput.recovery.total),
    goodput: alg.value(goodput.total),
  });
}
