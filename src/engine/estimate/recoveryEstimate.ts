import type { Part } from "./breakdown.ts";

/** From a failure to training again, without the lost work, s. */
export interface RecoveryEstimate<N = number> {
  /** That of all failures: where kinds differ, the one that costs as much as they do together. */
  readonly total: N;
  /** The stages, on average over the failures; and all of them. */
  readonly parts: readonly (Part<N> & { readonly name: string })[];
  readonly mean: N;
  /** After a stop for maintenance: no node is gone. */
  readonly planned: N;
  /** After nodes were taken back with notice: nothing is noticed late. */
  readonly announced: N;
  /** Of each kind of failure, in the order of `ReliabilityEstimate.kinds`; null where all take as long. */
  readonly kinds: readonly RecoveryOfKind<N>[] | null;
}

/** The recovery from one kind of failure, s. */
export interface RecoveryOfKind<N = number> {
  /** Of it, what the run trains on for nothing: corrupted data stays so until it is seen, whatever fails meanwhile. */
  readonly unseen: N;
  /** From then to training again; another failure ends it, and begins its own. */
  readonly rest: N;
  readonly total: N;
}
