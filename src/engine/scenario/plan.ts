import type { Checkpoint } from "./checkpoint.ts";
import type { ScalingLaw } from "./convergence.ts";
import type { DataSet, Documents } from "./data.ts";
import type { Degree } from "./degree.ts";
import type { Framework } from "./framework.ts";
import type { Lora } from "./lora.ts";
import type { StateOffload } from "./offload.ts";
import type { OptimizerName, ShampooPlan } from "./optimizer.ts";
import type { Precision } from "./precision.ts";
import type { OwnSchedule, Schedule } from "./scheduleName.ts";
import type { Compression, Sync } from "./sync.ts";

export interface Plan {
  readonly name: string;
  readonly framework: Framework;
  readonly tp: number;
  readonly cp: number;
  /** Kind of context parallelism in attention. */
  readonly cpType: ContextParallelism;
  /**
   * In a hybrid, the ranks that exchange heads by all-to-all before key-value blocks go round; otherwise 1
   * (headRanks.ts).
   */
  readonly cpHeads: number;
  /** Tokens of a rank in a ring: from both ends of the sequence, or contiguous. */
  readonly cpOrder: "zigzag" | "contiguous";
  readonly ep: number;
  /** Tensor-parallel degree inside an expert. */
  readonly etp: number;
  /** Copies of a token that are sent: one for each of its experts, or one for each node with any of them. */
  readonly dispatch: "per_expert" | "per_node";
  /** Load of a layer's experts by the router. */
  readonly balance: Balance;
  /** Limit of an expert's tokens, relative to the mean; null without a limit. */
  readonly capacity: {
    readonly factor: number;
    /** True where experts compute, and tokens are sent, as if each expert were full. */
    readonly pad: boolean;
  } | null;
  readonly dp: number;
  readonly pp: number;
  /** Order of the degrees on the machine, nearest ranks first: each degree once. */
  readonly rankOrder: readonly Degree[];
  readonly vpp: number;
  readonly zero: 0 | 1 | 2 | 3;
  /** Data-parallel ranks that shard the state; the dp / dpShard groups of them hold copies. */
  readonly dpShard: number;
  readonly sync: Sync;
  /** Gradient compression; null without it. */
  readonly compression: Compression | null;
  /** ZeRO 3: when gathered weights are freed. */
  readonly reshardAfter: "forward" | "backward" | "step";
  /** ZeRO 2 and 3: when gradients are reduced over the ranks. */
  readonly gradientScatter: "micro_batch" | "group" | "step";
  /** ZeRO 3: layers gathered ahead of the one in use. */
  readonly prefetch: number;
  readonly sequenceParallel: boolean;
  readonly schedule: Schedule;
  /** Interleaved 1F1B: micro-batches that pass through one chunk before the next chunk takes them. */
  readonly microBatchGroup: number;
  /** The custom schedule; null unless `schedule` is `custom`. */
  readonly ownSchedule: OwnSchedule | null;
  /**
   * Division of layers over stages: equally, fewer at the ends or on the last stage, with a spread remainder,
   * or balanced by FLOPs.
   */
  readonly split: "even" | "lighter_ends" | "lighter_last" | "uneven" | "balanced" | "balanced_exact";
  readonly seqLen: number;
  /** Documents packed into sequences; null where each sequence is one document. */
  readonly documents: Documents | null;
  /** Tokens that an encoder reads, where the model has one. */
  readonly encoderSeqLen: number;
  /** Pipeline stages that hold the encoder; null for a share in proportion to its layers. */
  readonly encoderStages: number | null;
  readonly microBatch: number;
  /** Sequences of a step over all replicas. */
  readonly globalBatch: number;
  readonly numMicroBatches: number;
  readonly precision: Precision;
  readonly optimizer: OptimizerName;
  /** Parameters of Shampoo; null unless `optimizer` is `shampoo`. */
  readonly shampoo: ShampooPlan | null;
  readonly recompute: Recompute;
  readonly flashAttention: boolean;
  /** Kinds of communication that overlap computation where they can. */
  readonly overlap: {
    readonly dp: boolean;
    readonly tp: boolean;
    readonly pp: boolean;
    readonly ep: boolean;
    /** True where token exchanges overlap the shared experts of the same layer and micro-batch. */
    readonly sharedExperts: boolean;
  };
  readonly offload: "none" | "ema" | "activations";
  /** Layers of a device whose activations are offloaded, under `offload = activations`; null for all. */
  readonly offloadLayers: number | null;
  readonly stateOffload: StateOffload;
  /** LoRA adapters; null where every parameter is trained. */
  readonly lora: Lora | null;
  /** Token budget of the whole run; null when not given. */
  readonly tokens: number | null;
  /** Training data; null where data never delays training. */
  readonly data: DataSet | null;
  /** Loss to reach, nats per token; null when not given. */
  readonly targetLoss: number | null;
  readonly scalingLaw: ScalingLaw | null;
  /**
   * Tokens of a batch that needs twice the tokens of small batches, or a published law for it; `none` where
   * batch size costs nothing.
   */
  readonly criticalBatch: number | "zhang" | "kaplan" | "none";
  /** A batch size and the learning rate tuned for it; null where none was tuned. */
  readonly tuned: {
    readonly batchTokens: number;
    readonly learningRate: number;
    /** Beta 2 of Adam at the tuned batch. */
    readonly beta2: number;
  } | null;
  /** Checkpoints of the run; null where nothing is saved. */
  readonly checkpoint: Checkpoint | null;
  /** Elastic training while nodes are missing; null where the run waits for them. */
  readonly elastic: { readonly batch: "kept" | "smaller" } | null;
  /** Number of simulated runs for comparison with the closed form, and their random seed. */
  readonly simulate: { readonly runs: number; readonly seed: number };
  /** Serving of the trained model for inference results; null for one sequence with training's settings. */
  readonly serve: Serving | null;
}

export interface Recompute {
  readonly kind: "none" | "selective" | "full";
  /**
   * Modules for selective recomputation: `attention` (the 5as^2b core), `norms`, `mlp`, `mla_up`, `moe_act`,
   * `shared_experts`, `moe`; or `ops` alone.
   */
  readonly modules: readonly string[];
  /** Layers of each chunk, from its first, that `full` recomputes; absent for all. */
  readonly layers?: number;
  /**
   * Successive layers that `full` recomputes together, saving the first one's input only; absent where each
   * is recomputed alone.
   */
  readonly unit?: number;
}

export type ContextParallelism = "ring" | "all_gather" | "ulysses";

export type Balance =
  | { readonly kind: "balanced" }
  /** Zipf distribution: the i-th busiest expert receives tokens in proportion to i^-s. */
  | { readonly kind: "zipf"; readonly s: number }
  /** Measured tokens of each expert, in any unit, in the experts' order. */
  | { readonly kind: "measured"; readonly loads: readonly number[] };

/** Serving of the trained model; null fields take training's sequences, degrees and formats. */
export interface Serving {
  /** Sequences served at once. `context` is the tokens of each prompt. */
  readonly batch: number;
  readonly context: number | null;
  readonly tp: number | null;
  readonly pp: number | null;
  /**
   * Bytes of a weight, of a routed expert's weight (null for the same), and of a number in the key-value
   * cache.
   */
  readonly weightBytes: number | null;
  readonly expertBytes: number | null;
  readonly kvBytes: number | null;
}
