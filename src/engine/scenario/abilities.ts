import type { Schedule } from "./scheduleName.ts";

/** What the code of a software stack can run; null for a list where nothing is known to be lacking. */
export interface Abilities {
  /** Kinds of parallelism beside data parallelism. */
  readonly degrees: readonly ("tp" | "cp" | "pp" | "ep" | "etp")[] | null;
  /** Whether sequence parallelism goes with tensor parallelism. */
  readonly sequenceParallelism: "optional" | "always" | "never";
  readonly zeroStages: readonly number[] | null;
  /** ZeRO stages that can be sharded over fewer than all replicas. */
  readonly shardGroups: readonly number[] | null;
  readonly schedules: readonly Schedule[] | null;
  /** `full`, `layers`, `units`, and modules by name. */
  readonly recomputes: readonly string[] | null;
  readonly offloads: readonly Offloaded[] | null;
  readonly cpTypes: readonly ("ring" | "all_gather" | "ulysses" | "hybrid")[] | null;
  readonly dispatches: readonly ("per_expert" | "per_node")[] | null;
  readonly precisions: readonly string[] | null;
  readonly scalings: readonly string[] | null;
  /** What its code has and refuses together. */
  readonly conflicts: readonly Conflict[];
}

export type Offloaded =
  | "activations"
  | "checkpoints"
  | "optimizer"
  | "optimizer_nvme"
  | "weights"
  | "weights_nvme";

export type Conflict = "pp_zero_2" | "pp_zero_3" | "tp_zero_3" | "moe_without_sp" | "state_apart";
