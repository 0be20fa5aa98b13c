/** A factor and its ends. */
export interface Ends<N> {
  readonly factor: N;
  readonly low: N;
  readonly high: N;
}

/** Tokens that one departure from synchronous AdamW in bf16 takes over those that this takes; the ends are those of what was published. */
export interface TokenCost<N> extends Ends<N> {
  /** Whether the plan departs at all. */
  readonly departs: boolean;
  /** A sentence where the plan is outside of what was measured. */
  readonly outside: readonly string[];
}

/** What takes more or fewer tokens to a loss than synchronous AdamW in bf16. */
export interface TokenCosts<N> extends TokenCost<N> {
  readonly sync: N;
  readonly pipeline: N;
  readonly compression: N;
  readonly precision: N;
  readonly optimizer: N;
}
