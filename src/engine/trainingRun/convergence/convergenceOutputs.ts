import type { ConvergenceEstimate, LossTarget } from "../../estimate/estimate.ts";

/** Row of the outputs of convergence: a number that a program reads from a scenario by its path. */
export interface ConvergenceOutput {
  readonly path: string;
  readonly unit: string;
  readonly doc: string;
  /** Field that is missing when `read` gives null. */
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
  row(
    "loss",
    "1",
    TOKENS,
    "Loss after the token budget, in nats per token, by the scaling law.",
    (c) => c.loss,
  ),
  row(
    "least_loss",
    "1",
    LAW,
    "The lowest loss that the model can approach with unlimited tokens.",
    (c) => c.leastLoss,
  ),
  row(
    "critical_batch",
    "token",
    TOKENS,
    "Critical batch size: it needs twice the tokens of small batches for the same loss, in the run to `target_loss` or else to `tokens`.",
    (c) => c.criticalBatch,
  ),
  row(
    "statistical_efficiency",
    "1",
    TOKENS,
    "Progress per token relative to a small batch of synchronous AdamW in bf16.",
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
      ["factor", "all", "The whole plan"],
      ["low", "low", "The whole plan by the lowest published values"],
      ["high", "high", "The whole plan by the highest published values"],
      ["sync", "sync", "Replicas that do not synchronise in every step"],
      ["pipeline", "pipeline", "A pipeline that never drains (PipeDream)"],
      ["compression", "compression", "Compressed gradients"],
      ["precision", "precision", "Matmuls in 8 or 4 bits"],
      ["optimizer", "optimizer", "The optimizer"],
    ] as const
  ).map(([name, path, doc]) =>
    row(
      `token_factor.${path}`,
      "1",
      TOKENS,
      `${doc}: tokens to a loss, relative to synchronous AdamW in bf16 at the same batch size.`,
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
    "Wall-clock time to the target loss, including lost work.",
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
    "Parameters of the compute-optimal model: the lowest loss for the run's FLOPs.",
    (c) => c.computeOptimal?.params ?? null,
  ),
  row(
    "compute_optimal.tokens",
    "token",
    TOKENS,
    "Tokens of the compute-optimal model: the lowest loss for the run's FLOPs.",
    (c) => c.computeOptimal?.tokens ?? null,
  ),
  row(
    "compute_optimal.loss",
    "1",
    TOKENS,
    "Loss of the compute-optimal model, in nats per token.",
    (c) => c.computeOptimal?.loss ?? null,
  ),
  row(
    "suggested.batch",
    "token",
    TOKENS,
    "Batch size that DeepSeek LLM's law gives for the run's FLOPs.",
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
    "Steps of learning-rate warm-up.",
    (c) => c.learningRate?.warmUp ?? null,
  ),
];
