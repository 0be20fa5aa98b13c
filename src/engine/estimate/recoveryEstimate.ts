import type { Part } from "./breakdown.ts";

/** Time from a failure to training again, without the lost work, s. */
export interface RecoveryEstimate<N = number> {
  /**
   * Effective recovery time over all failures. Where kinds differ, the single time that would cost as much as
   * they do.
   */
  readonly total: N;
  /** Stages of recovery, averaged over the failures; `mean` is their sum. */
  readonly parts: readonly (Part<N> & { readonly name: string })[];
  readonly mean: N;
  /** Recovery after a stop for maintenance, where no node is lost. */
  readonly planned: N;
  /** Recovery after a preemption with notice, which needs no detection. */
  readonly announced: N;
  /**
   * Recovery from each kind of failure, in the order of `ReliabilityEstimate.kinds`; null where all take
   * equally long.
   */
  readonly kinds: readonly RecoveryOfKind<N>[] | null;
}

/** Recovery from one kind of failure, s. */
export interface RecoveryOfKind<N = number> {
  /**
   * Time trained in vain until the failure is detected. Corrupted data stays undetected that long, whatever
   * else fails meanwhile.
   */
  readonly unseen: N;
  /** Time from detection to training again. Another failure ends it and begins its own. */
  readonly rest: N;
  readonly total: N;
}
