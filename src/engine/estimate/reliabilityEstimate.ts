/** Rate and consequences of one kind of failure of a cluster. */
export interface FailureKind<N = number> {
  /**
   * Name of the failing part in the language; `device` where one rate covers all failures, `preemption` for
   * reclaimed nodes.
   */
  readonly name: string;
  readonly label: string;
  /**
   * Number of parts of this kind in the cluster; null where the failure rate is given for all of them together.
   */
  readonly parts: N | null;
  /** Rate of this kind of failure over the whole cluster, 1/s. */
  readonly rate: N;
  /** Number of devices that one failure stops. */
  readonly devices: number;
  /** True where the failure takes out a node, which must be repaired or replaced. */
  readonly takesNode: boolean;
  /** True where the failure destroys checkpoints in host memory. */
  readonly losesMemory: boolean;
}

/** Rates of the run's interruptions, in total and by kind. */
export interface ReliabilityEstimate<N = number> {
  /** Kinds of failure, most frequent first. */
  readonly kinds: readonly FailureKind<N>[];
  /** Rate of interruptions of all kinds together, 1/s. */
  readonly rate: N;
  /** Mean time between interruptions of any kind, s. */
  readonly mtbf: N;
  /** Rate of failures that take a node out of the cluster, 1/s. */
  readonly nodeRate: N;
  /** Share of failures that destroy the checkpoints in host memory. */
  readonly lost: N;
}
