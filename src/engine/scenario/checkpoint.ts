export interface Checkpoint {
  /** Destination of checkpoints: shared storage, the drives of each node, or host memory. */
  readonly to: "storage" | "local" | "memory";
  /** Training time between two checkpoints, s, or the rule that chooses it. */
  readonly interval: number | "young" | "young_daly" | "optimal";
  /** True where training continues while a checkpoint is written; always so in memory. */
  readonly async: boolean;
  /**
   * Writers of replicated state: all ranks that hold it write a share each, or the first writes all of it.
   */
  readonly writers: "all" | "first";
  /** Share of the state that an incremental checkpoint writes. One of `fullEvery` checkpoints is full. */
  readonly changed: number;
  readonly fullEvery: number;
  /** Hosts that hold a copy of a device's state in memory. */
  readonly replicas: number;
  /** Time that a checkpoint blocks training in addition to the copy, s: planning, staging, barriers. */
  readonly stallSeconds: number;
  /** Largest share of the time that checkpoints may occupy the storage, where a rule chooses the interval. */
  readonly storageShare: number;
  /** Time between checkpoints that go from memory to storage, s. */
  readonly persistSeconds: number;
  /** Full checkpoints that remain in storage. */
  readonly kept: number;
}
