import type { Preemptions } from "./preemptions.ts";
import type { RecoveryEstimate } from "./recoveryEstimate.ts";

/**
 * Goodput and the chain of losses that leads to it. Each share is of the time that the shares after it leave.
 */
export interface GoodputEstimate<N = number> {
  /** Share of wall-clock time that becomes progress. */
  readonly total: N;
  /** Goodput of the time without waits, preemptions and maintenance; exact for exponential failures. */
  readonly renewal: N;
  /** Training time between two checkpoints, s. */
  readonly interval: N;
  readonly recovery: RecoveryEstimate<N>;
  /**
   * Two-level checkpoints: in-memory checkpoints for each stored one, and the chance that a failure loses
   * them. null for one level.
   */
  readonly memory: { readonly every: N; readonly lost: N } | null;
  /** Training rate with the remaining replicas, relative to all. */
  readonly rate: N;
  /** Average number of nodes in repair. */
  readonly inRepair: N;
  /** Preemptions; null where no capacity is reclaimed. */
  readonly taken: Preemptions<N> | null;
  readonly preempted: N;
  readonly waiting: N;
  readonly maintained: N;
}
