/** One kind of failure of a cluster. */
export interface FailureKind<N = number> {
  /**
   * Name of the part in the language; `device` where all devices fail alike, `preemption` for preempted
   * nodes.
   */
  readonly name: string;
  readonly label: string;
  /** Number of such parts; null where the rate is given for all of them together. */
  readonly parts: N | null;
  /** Failure rate over the whole cluster, 1/s. */
  readonly rate: N;
  /** Devices that stop with one failure. */
  readonly devices: number;
  /** True where the failure takes out a node, which must be repaired or replaced. */
  readonly takesNode: boolean;
  /** True where the failure loses checkpoints in host memory. */
  readonly losesMemory: boolean;
}

/** Frequency and kinds of the run's interruptions. */
export interface ReliabilityEstimate<N = number> {
  /** Kinds of failure, most frequent first. */
  readonly kinds: readonly FailureKind<N>[];
  /** Rate of all interruptions, 1/s. */
  readonly rate: N;
  /** Mean time between interruptions, s. */
  readonly mtbf: N;
  /** Rate of failures that take a node out, 1/s. */
  readonly nodeRate: N;
  /** Share of failures that lose the checkpoints in memory. */
  readonly lost: N;
}
