import type { Preemptions } from "./preemptions.ts";
import type { RecoveryEstimate } from "./recoveryEstimate.ts";

/**
 * Goodput and the losses that lead to it. Each loss is a share of the time that the losses in the fields after
 * it leave.
 */
export interface GoodputEstimate<N = number> {
  /** Share of wall-clock time that becomes training progress. */
  readonly total: N;
  /**
   * Goodput under failures alone, without waits, preemptions and maintenance. Exact where times between
   * failures are exponentially distributed.
   */
  readonly renewal: N;
  /** Training time between two checkpoints, s. */
  readonly interval: N;
  readonly recovery: RecoveryEstimate<N>;
  /**
   * Two-level checkpoints (in memory and in storage): `every` checkpoints in memory for each one in storage,
   * and the probability `lost` that a failure loses those in memory. null for one level.
   */
  readonly memory: { readonly every: N; readonly lost: N } | null;
  /** Mean training rate of an elastic run ÷ its rate with all nodes; 1 where the run is not elastic. */
  readonly rate: N;
  /** Mean number of nodes in repair. */
  readonly inRepair: N;
  /** Rate of preemptions of spot nodes; null where no node is reclaimed. */
  readonly taken: Preemptions<N> | null;
  /** Share of time lost to nodes that are reclaimed with sufficient notice. */
  readonly preempted: N;
  /** Share of time for which the run waits for nodes in repair. */
  readonly waiting: N;
  /** Share of wall-clock time in maintenance windows, including the restart after them. */
  readonly maintained: N;
}
