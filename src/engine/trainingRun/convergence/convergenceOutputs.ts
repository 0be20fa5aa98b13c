import type { ConvergenceEstimate, LossTarget } from "../../estimate/estimate.ts";

/** A number of the convergence that a program can name on a scenario. */
export interface ConvergenceOutput {
  readonly path: string;
  readonly unit: string;
  readonly doc: string;
  /** What is missing when `read` gives null. */
  readonly needs: string;
  read<N>(convergence: ConvergenceEstimate<N>): N | null;
}

const row = (
  path: string,
  unit: string,
  needs: string,
  doc: string,
  read: <N>(convergence: ConvergenceEstimate<N>) => N | null,
): ConvergenceOutput => ({ path, unit, needs, doc, read });

const target =
  (read: <N>(target: LossTarget<N>) => N | null) =>
  <N>({ toLoss }: ConvergenceEstimate<N>): N | null =>
    toLoss && read(toLoss);

const TOKENS = "plan.tokens";
const TARGET = "plan.target_loss";
const LAW = "plan.scaling_law";
const TUNED = "plan.tuned";

export const convergenceOutputs: readonly ConvergenceOutput[] = [
  row("loss", "1", TOKENS, "Loss after the token budget, nats a token, by the scaling law.", (c) => c.loss),
  row(
    "least_loss",
    "1",
    LAW,
    "Loss that the model does not go below with any number of tokens.",
    (c) => c.leastLoss,
  ),
  row(
    "critical_batch",
    "token",
    TOKENS,
    "Batch that needs twice the tokens of small ones to the same loss, in the run to `target_loss` or else to `tokens`.",
    (c) => c.criticalBatch,
  ),
  row(
    "statistical_efficiency",
    "1",
    TOKENS,
    "Progress of a token over its progress in a small batch of synchronous AdamW in bf16.",
    (c) => c.statisticalEfficiency,
  ),
  row(
    "effective_tokens_per_s",
    "token/s",
    TOKENS,
    "Tokens per second times their statistical efficiency: goodput as in Pollux (arXiv:2008.12260).",
    (c) => c.effectiveTokensPerSecond,
  ),
  ...(
    [
      ["factor", "all", "All that the plan takes"],
      ["low", "low", "All by the least that was published"],
      ["high", "high", "All by the most that was published"],
      ["sync", "sync", "What replicas that do not meet in every step take"],
      ["pipeline", "pipeline", "What a pipeline that never drains takes"],
      ["compression", "compression", "What compressed gradients take"],
      ["precision", "precision", "What products in 8 or 4 bits take"],
      ["optimizer", "optimizer", "What the optimizer takes"],
    ] as const
  ).map(([name, path, doc]) =>
    row(
      `token_factor.${path}`,
      "1",
      TOKENS,
      `${doc}: tokens to a loss over those of synchronous AdamW in bf16 at the same batch.`,
      (c) => c.tokenCosts?.[name] ?? null,
    ),
  ),
  row(
    "tokens_to_loss",
    "token",
    TARGET,
    "Tokens to the target loss at this batch.",
    target((t) => t.tokens),
  ),
  row(
    "steps_to_loss",
    "1",
    TARGET,
    "Optimizer steps to the target loss.",
    target((t) => t.steps),
  ),
  row(
    "time_to_loss",
    "s",
    TARGET,
    "Wall-clock time to the target loss, lost work included.",
    target((t) => t.time),
  ),
  row(
    "cost_to_loss",
    "$",
    "cluster.price",
    "Cost of the run to the target loss.",
    target((t) => t.cost?.value ?? null),
  ),
  row(
    "compute_optimal.params",
    "param",
    TOKENS,
    "Parameters of the model with the lowest loss for the run's FLOPs.",
    (c) => c.computeOptimal?.params ?? null,
  ),
  row(
    "compute_optimal.tokens",
    "token",
    TOKENS,
    "Tokens of the model with the lowest loss for the run's FLOPs.",
    (c) => c.computeOptimal?.tokens ?? null,
  ),
  row("compute_optimal.loss", "1", TOKENS, "Its loss, nats a token.", (c) => c.computeOptimal?.loss ?? null),
  row(
    "suggested.batch",
    "token",
    TOKENS,
    "Batch that DeepSeek LLM's law gives for the run's FLOPs.",
    (c) => c.suggestedBatch,
  ),
  row(
    "suggested.learning_rate",
    "1",
    TOKENS,
    "Learning rate that DeepSeek LLM's law gives for the run's FLOPs.",
    (c) => c.suggestedLearningRate,
  ),
  row(
    "learning_rate.linear",
    "1",
    TUNED,
    "The tuned learning rate, scaled with the batch: for SGD.",
    (c) => c.learningRate?.linear ?? null,
  ),
  row(
    "learning_rate.square_root",
    "1",
    TUNED,
    "The tuned learning rate, scaled with the root of the batch: for Adam.",
    (c) => c.learningRate?.squareRoot ?? null,
  ),
  row(
    "learning_rate.noise_scale",
    "1",
    TUNED,
    "The tuned learning rate, scaled along the curve of the critical batch.",
    (c) => c.learningRate?.noiseScale ?? null,
  ),
  row(
    "learning_rate.warm_up",
    "1",
    TUNED,
    "Steps over which the learning rate should rise.",
    (c) => c.learningRate?.warmUp ?? null,
  ),
];
