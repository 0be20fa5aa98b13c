export interface Checkpoint {
  /** Where it goes: shared storage, the drives of each node, the memory of hosts. */
  readonly to: "storage" | "local" | "memory";
  /** Training between two of them, s, or the rule that chooses it. */
  readonly interval: number | "young" | "young_daly" | "optimal";
  /** Training goes on while it is written; in memory always. */
  readonly async: boolean;
  /** Ranks with the same state that write a share of it each, or the first of them all of it. */
  readonly writers: "all" | "first";
  /** Share of the state that an incremental checkpoint writes, and of how many checkpoints one is full. */
  readonly changed: number;
  readonly fullEvery: number;
  /** Hosts that keep a device's state in memory. */
  readonly replicas: number;
  /** What it stops training for beside the copy: planning, staging, barriers. */
  readonly stallSeconds: number;
  /** Share of the time that writing may keep the storage busy, where a rule chooses the interval. */
  readonly storageShare: number;
  /** From memory to storage, every so often, s. */
  readonly persistSeconds: number;
  /** Full checkpoints that stay in storage. */
  readonly kept: number;
}
