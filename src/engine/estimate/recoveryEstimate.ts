import type { Part } from "./breakdown.ts";

/** Time from a failure until training continues, s. Lost work is counted separately. */
export interface RecoveryEstimate<N = number> {
  /**
   * Effective recovery time over all failures, s. Where kinds of failure differ, it is the single time with the
   * same cost.
   */
  readonly total: N;
  /** Stages of a recovery with their times, averaged over all failures. */
  readonly parts: readonly (Part<N> & { readonly name: string })[];
  /** Mean recovery time over all failures, s: the sum of `parts`. */
  readonly mean: N;
  /** Time from a planned stop for maintenance until training continues, s. No node is lost. */
  readonly planned: N;
  /** Time from a preemption with notice until training continues, s. No detection is needed. */
  readonly announced: N;
  /**
   * Recovery times by kind of failure, in the order of `ReliabilityEstimate.kinds`; null where all kinds take
   * equally long.
   */
  readonly kinds: readonly RecoveryOfKind<N>[] | null;
}

/** Recovery times after one kind of failure, s. */
export interface RecoveryOfKind<N = number> {
  /**
   * Time for which training continues in vain until silent data corruption is detected, s; 0 for other
   * failures. Other failures do not shorten it.
   */
  readonly unseen: N;
  /** Time from detection until training continues, s. Another failure in this time starts the recovery anew. */
  readonly rest: N;
  readonly total: N;
}
