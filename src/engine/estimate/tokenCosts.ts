/** A factor with the ends of its interval. */
export interface Ends<N> {
  readonly factor: N;
  readonly low: N;
  readonly high: N;
}

/**
 * Tokens needed with one departure from synchronous AdamW in bf16 ÷ tokens needed without it. The interval
 * spans the published results.
 */
export interface TokenCost<N> extends Ends<N> {
  /** True where the plan makes this departure. */
  readonly departs: boolean;
  /** Sentences on how the plan exceeds the range of the measurements. */
  readonly outside: readonly string[];
}

/** Token costs relative to synchronous AdamW in bf16, by cause. */
export interface TokenCosts<N> extends TokenCost<N> {
  readonly sync: N;
  readonly pipeline: N;
  readonly compression: N;
  readonly precision: N;
  readonly optimizer: N;
}
