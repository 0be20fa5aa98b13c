import * as book from "../../formulas/run/convergence.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/** Learning rates for the plan's batch, scaled from one that was tuned at another batch. */
export interface LearningRateAdvice<N> {
  readonly linear: N;
  readonly squareRoot: N;
  /** Rate by the gradient noise scale; null without a critical batch size. */
  readonly noiseScale: N | null;
  /** Steps of warm-up. */
  readonly warmUp: N;
}

/** Learning rates for the plan's batch; null for a plan without a tuned learning rate. */
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
