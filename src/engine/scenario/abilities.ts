import type { Schedule } from "./scheduleName.ts";

/** Features that a software stack supports. A list of supported values is null where no limit is known. */
export interface Abilities {
  /** Kinds of parallelism that the stack supports in addition to data parallelism; null for all. */
  readonly degrees: readonly ("tp" | "cp" | "pp" | "ep" | "etp" | "layer_tp")[] | null;
  /** Sequence parallelism under tensor parallelism: the plan chooses, always has it, or cannot have it. */
  readonly sequenceParallelism: "optional" | "always" | "never";
  readonly zeroStages: readonly number[] | null;
  /** ZeRO stages that the stack can shard over a part of the replicas (hybrid sharding); null for all. */
  readonly shardGroups: readonly number[] | null;
  readonly schedules: readonly Schedule[] | null;
  /** Recomputation that the stack supports: `full`, `layers`, `units`, or modules by name; null for all. */
  readonly recomputes: readonly string[] | null;
  readonly offloads: readonly Offloaded[] | null;
  readonly cpTypes: readonly ("ring" | "all_gather" | "ulysses" | "hybrid")[] | null;
  readonly dispatches: readonly ("per_expert" | "per_node")[] | null;
  readonly precisions: readonly string[] | null;
  readonly scalings: readonly string[] | null;
  /** Parts of a plan that may lie on pools of unlike devices: replicas, stages, unlike shares; null for all. */
  readonly pools: readonly ("replicas" | "stages" | "batch_shares")[] | null;
  /** Pairs of features that the stack supports alone but rejects together. */
  readonly conflicts: readonly Conflict[];
}

export type Offloaded =
  | "activations"
  | "checkpoints"
  | "optimizer"
  | "optimizer_nvme"
  | "weights"
  | "weights_nvme";

export type Conflict =
  | "pp_zero_2"
  | "pp_zero_3"
  | "tp_zero_3"
  | "cp_zero_0"
  | "ranks_unsharded"
  | "moe_without_sp"
  | "state_apart";
