/** Factor with the lower and upper ends of its interval. */
export interface Ends<N> {
  readonly factor: N;
  readonly low: N;
  readonly high: N;
}

/**
 * Token cost of one departure from synchronous AdamW in bf16: tokens to a loss with it ÷ tokens without it. The
 * interval spans the published results.
 */
export interface TokenCost<N> extends Ends<N> {
  /** True where the plan makes this departure. Otherwise the factor is 1. */
  readonly departs: boolean;
  /** Sentences that state how the plan exceeds the range of the measurements; empty where it does not. */
  readonly outside: readonly string[];
}

/** Token costs by cause, relative to synchronous AdamW in bf16. `factor` is their product. */
export interface TokenCosts<N> extends TokenCost<N> {
  readonly sync: N;
  readonly pipeline: N;
  readonly compression: N;
  readonly precision: N;
  readonly optimizer: N;
}
