import type { Algebra } from "../../core/algebra.ts";
import { error } from "../../core/refusal.ts";
import type { Estimate } from "../../estimate/estimate.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";

/** A run that makes progress in less than this share of its time is no run: a month of training takes a lifetime. */
const LEAST = 1e-3;

/** Whether there is anything to look at. */
export const mayFail = (plan: Pick<Plan, "checkpoint">, cluster: Cluster): boolean =>
  plan.checkpoint !== null && (cluster.failures !== null || cluster.spot !== null);

/** What is known of a run's failures and checkpoints before its step is, s: the mean time between failures, and what each costs. */
export interface Stops {
  readonly mtbf: number;
  readonly blocking: number;
  readonly unsafe: number;
  readonly restart: number;
}

/** Sums in another order round otherwise. */
const ROUNDING = 1 - 1e-9;

/**
 * Whether a run never finishes however long its steps and its intervals are. `renewalGoodput` is tau/M over
 * exp((R + D)/M) expm1((tau + C)/M), and so at most exp(-(R + D + C)/M), as x is at most expm1(x); `twoLevelGoodput` is no
 * more, by Bernoulli's inequality; and all other shares of `overallGoodput` are at most 1.
 */
export function neverFinishesAnyhow({ mtbf, blocking, unsafe, restart }: Stops): boolean {
  if (blocking >= mtbf) return true;
  return Math.exp(-(restart + unsafe + blocking) / mtbf) < LEAST * ROUNDING;
}

/** Why a run makes no progress to speak of, with its numbers; null for one that does. */
export function neverFinishes<N>(
  alg: Algebra<N>,
  { cluster, plan }: Scenario,
  estimate: Estimate<N>,
): Refusal | null {
  // Nothing is worked out for a run that cannot fail, and the step for one that may alone.
  if (!mayFail(plan, cluster)) return null;
  const { reliability, checkpoint } = estimate;
  const goodput = reliability && checkpoint && estimate.goodput;
  if (!goodput) return null;
  // A goodput of NaN, of times that are endless, is none either.
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
