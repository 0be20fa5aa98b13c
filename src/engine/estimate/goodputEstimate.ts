import type { Preemptions } from "./preemptions.ts";
import type { RecoveryEstimate } from "./recoveryEstimate.ts";

/** What is left of wall-clock time, and the chain that leads there. Shares are each of the time that those after it leave. */
export interface GoodputEstimate<N = number> {
  /** Share of wall-clock time that becomes progress. */
  readonly total: N;
  /** The same of the time that is neither waited, taken back, nor maintained, exact for exponential failures. */
  readonly renewal: N;
  /** Training between two checkpoints, s. */
  readonly interval: N;
  readonly recovery: RecoveryEstimate<N>;
  /** Checkpoints in memory for each that goes on to storage, and the chance that a failure loses those; null for one level. */
  readonly memory: { readonly every: N; readonly lost: N } | null;
  /** Rate with the replicas that are left. */
  readonly rate: N;
  /** Nodes in repair on average. */
  readonly inRepair: N;
  /** null where nobody takes nodes back. */
  readonly taken: Preemptions<N> | null;
  readonly preempted: N;
  readonly waiting: N;
  readonly maintained: N;
}
