import * as book from "../../formulas/run/convergence.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/** A learning rate for the plan's batch, from one that was tuned at another. */
export interface LearningRateAdvice<N> {
  readonly linear: N;
  readonly squareRoot: N;
  /** null without a critical batch size. */
  readonly noiseScale: N | null;
  /** Steps over which it should rise. */
  readonly warmUp: N;
}

/** null for a plan that says of no learning rate that it was tuned. */
export function learningRate<N>(
  { alg, scenario }: Context<N>,
  B_t: N,
  B_c: N | null,
): LearningRateAdvice<N> | null {
  const { tuned } = scenario.plan;
  if (tuned === null) return null;
  const eta_0 = alg.input("plan.tuned.learning_rate", tuned.learningRate, "1");
  const B_0 = alg.input("plan.tuned.batch", tuned.batchTokens, "token");
  const beta_2 = alg.input("plan.tuned.beta2", tuned.beta2, "1");
  return {
    linear: alg.apply(book.linearLearningRate, { eta_0, B_t, B_0 }),
    squareRoot: alg.apply(book.squareRootLearningRate, { eta_0, B_t, B_0 }),
    noiseScale: B_c && alg.apply(book.noiseLearningRate, { eta_0, B_c, B_0, B_t }),
    warmUp: alg.apply(book.warmUpSteps, { beta_2 }),
  };
}
