import type { Schedule } from "./scheduleName.ts";

/** Features that a software stack supports. A list is null where nothing is known to be missing. */
export interface Abilities {
  /** Kinds of parallelism in addition to data parallelism. */
  readonly degrees: readonly ("tp" | "cp" | "pp" | "ep" | "etp")[] | null;
  /** Support of sequence parallelism with tensor parallelism. */
  readonly sequenceParallelism: "optional" | "always" | "never";
  readonly zeroStages: readonly number[] | null;
  /** ZeRO stages that can be sharded over fewer than all replicas. */
  readonly shardGroups: readonly number[] | null;
  readonly schedules: readonly Schedule[] | null;
  /** Supported recomputation: `full`, `layers`, `units`, and modules by name. */
  readonly recomputes: readonly string[] | null;
  readonly offloads: readonly Offloaded[] | null;
  readonly cpTypes: readonly ("ring" | "all_gather" | "ulysses" | "hybrid")[] | null;
  readonly dispatches: readonly ("per_expert" | "per_node")[] | null;
  readonly precisions: readonly string[] | null;
  readonly scalings: readonly string[] | null;
  /** Combinations of supported features that the code rejects. */
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
