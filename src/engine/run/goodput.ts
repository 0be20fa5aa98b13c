import type { Context } from "../context.ts";
import * as book from "../formulas/checkpoint.ts";
import { checkpointTime } from "./checkpoint.ts";
import { timeBetweenFailures } from "./reliability.ts";

/**
 * Share of wall-clock time that becomes progress, exact for exponential failures; null unless the cluster fails and the
 * plan keeps checkpoints. `P` are the model's parameters.
 */
export function goodput<N>(ctx: Context<N>, P: N): N | null {
  const { alg, scenario } = ctx;
  const M_c = timeBetweenFailures(ctx);
  const C_k = checkpointTime(ctx, P);
  if (!M_c || !C_k || !scenario.plan.checkpoint) return null;
  const { intervalSeconds } = scenario.plan.checkpoint;
  const tau =
    intervalSeconds === "young_daly"
      ? alg.apply(book.dalyInterval, { C_k, M_c })
      : alg.input("plan.checkpoint.interval", intervalSeconds, "s");
  const R_s = alg.input("cluster.restart", scenario.cluster.restartSeconds, "s");
  return alg.apply(book.renewalGoodput, { tau, M_c, R_s, C_k });
}
