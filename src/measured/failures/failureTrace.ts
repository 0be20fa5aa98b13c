/** Part of a cluster that failed, as a field of `fleet(..)`. */
export type FailureCause =
  | ("gpu" | "hbm" | "sdc" | "host" | "nic")
  | ("cable" | "switch" | "software" | "other");

/** Failure of a node or a job that a trace records. */
export interface Failure {
  /** Time of the failure, s, in the trace's own clock: since 1970, or since the trace began. */
  readonly at: number;
  /** Name of the node or job; null where the trace has none. */
  readonly node: string | null;
  /** Cause in the trace's words. */
  readonly label: string;
  readonly cause: FailureCause;
  /** Time until the node or job was back, s; null for one that the trace does not see back. */
  readonly recovery: number | null;
}

/**
 * Table of failures. It does not say how long how many devices were watched, so it gives numbers of failures, and rates
 * only together with that time.
 */
export interface FailureTrace {
  /** Form of the file. */
  readonly source: string;
  readonly failures: readonly Failure[];
  /** Number of records that are no failures: work that was planned. */
  readonly planned: number;
}
