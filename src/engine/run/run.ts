import type { Context } from "../context.ts";
import type { RunEstimate } from "../estimate.ts";
import * as book from "../formulas/run.ts";
import { goodput } from "./goodput.ts";
import { cost } from "./money.ts";

/** The run to the token budget; null without one. `params` are the model's, `step` the step's time. */
export function runEstimate<N>(ctx: Context<N>, params: N, step: N): RunEstimate<N> | null {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  if (plan.tokens === null) return null;
  const n_T = alg.input("plan.tokens", plan.tokens, "token");
  const steps = alg.apply(book.budgetSteps, { n_T, B: x.trainedBatch, s: x.seqLen });
  const g = goodput(ctx, params);
  const timeToTrain = g
    ? alg.apply(book.trainTimeWithFailures, { n_S: steps, T: step, g })
    : alg.apply(book.trainTime, { n_S: steps, T: step });
  const deviceTime = alg.apply(book.deviceTime, { n_g: x.devices, tau: timeToTrain });
  return { steps, timeToTrain, deviceTime, cost: cost(ctx, deviceTime), goodput: g };
}
