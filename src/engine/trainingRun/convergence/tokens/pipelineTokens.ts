import type { TokenCost } from "../../../estimate/tokenCosts.ts";
import { product } from "../../../formulas/communication/collectives.ts";
import * as book from "../../../formulas/run/tokens.ts";
import { traitsOf } from "../../../schedules/traits.ts";
import { DELAY_SOURCE, delayCost } from "./delay.ts";
import { noCost, outside } from "./tokenCost.ts";
import { atEnds, type TrainedTo, updates } from "./trainedTo.ts";

/**
 * Token cost of a pipeline that never drains (PipeDream), whose stages compute stale gradients: the weights
 * have changed since.
 */
export function pipelineTokens<N>(run: TrainedTo<N>): TokenCost<N> {
  const { alg, x, scenario } = run.ctx;
  const { plan } = scenario;
  if (traitsOf(plan.schedule).drains || plan.pp === 1) return noCost(x.one);
  const batch = alg.apply(product, { n: x.trainedBatch, n_c: x.seqLen });
  const n_S = updates(run, batch, x.microBatches);
  const tau_u = alg.apply(book.stageDelay, { p_p: x.pp });
  return {
    ...atEnds(delayCost(run.ctx, false), (c_s) => alg.apply(book.staleTokens, { c_s, tau_u, n_S })),
    departs: true,
    outside: outside(alg, `\`${plan.schedule}\``, DELAY_SOURCE, [
      { what: "up to 32 stages", value: x.pp, most: 32 },
      { what: "runs of 3,000 to 15,000 updates", value: n_S, least: 3000, most: 15000 },
      { what: "models up to 290M parameters", value: run.active, most: 290e6 },
    ]),
  };
}
