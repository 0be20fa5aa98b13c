import type { Ends } from "../../../estimate/tokenCosts.ts";
import type { OptimizerName } from "../../../scenario/optimizer.ts";
import type { Context } from "../../../trainingStep/inputs/context.ts";

/** Source of the measured costs of delayed gradients. */
export const DELAY_SOURCE = "marin issue 6431 (2026)";

/**
 * Token cost of stale gradients: the share of tokens that a delay of one update adds in a run of 6,000 updates. `uniform`: the
 * delay is equal for all weights. Otherwise it differs between pipeline stages.
 */
export function delayCost<N>({ alg, scenario }: Context<N>, uniform: boolean): Ends<N> {
  const [least, cost, most] = (MATRIX.has(scenario.plan.optimizer) ? MUON : ADAM).map((c) =>
    uniform ? UNIFORM * c : c,
  ) as [number, number, number];
  const at = (c: number): N =>
    alg.constant("tokens that an update of delay adds", c, "1", `${DELAY_SOURCE}, validation/sync.csv`);
  return { factor: at(cost), low: at(least), high: at(most) };
}

/** Optimizers that make a matrix's update orthogonal or nearly so. */
export const MATRIX: ReadonlySet<OptimizerName> = new Set(["muon", "shampoo"]);

/**
 * Share of tokens that a delay of one update adds under Adam: least, middle and most, measured in a pipeline of 6 stages under
 * AdamH. `MUON` is the same under Muon. Plain Adam over 32 stages added 0.31 (arXiv:2602.03515); seeds differ by a quarter.
 */
const ADAM = [0.31, 0.58, 0.73] as const;
const MUON = [0.1, 0.13, 0.16] as const;

/**
 * Cost of a uniform delay ÷ that of a delay which differs between stages. Five updates in every layer added
 * 1.42 of the tokens under Muon; 2.5 on average over stages added 0.33.
 */
const UNIFORM = 2.15;
