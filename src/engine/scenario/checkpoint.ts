export interface Checkpoint {
  /** Destination of checkpoints: shared storage, the drives of each node, or host memory. */
  readonly to: "storage" | "local" | "memory";
  /** Training time between two checkpoints, s, or the name of the rule that computes it. */
  readonly interval: number | "young" | "young_daly" | "optimal";
  /** True where training continues while a checkpoint is written. Always true for checkpoints in memory. */
  readonly async: boolean;
  /**
   * Ranks that write replicated state: all ranks that hold it write a share each, or the first of them writes
   * all of it.
   */
  readonly writers: "all" | "first";
  /** Share of the state that an incremental checkpoint writes; 1 where every checkpoint is full. */
  readonly changed: number;
  /** Number of checkpoints, of which one is full and the others are incremental. */
  readonly fullEvery: number;
  /** Number of hosts that hold a copy of a device's state in memory, including its own host. */
  readonly replicas: number;
  /**
   * Time for which a checkpoint blocks training in addition to the copy of its bytes, s: planning, staging,
   * barriers.
   */
  readonly stallSeconds: number;
  /**
   * Largest share of time for which checkpoint writes may occupy shared storage. A rule for the interval
   * respects this limit.
   */
  readonly storageShare: number;
  /** Time between in-memory checkpoints that are also copied to shared storage, s. */
  readonly persistSeconds: number;
  /** Number of full checkpoints that remain in storage. */
  readonly kept: number;
}
