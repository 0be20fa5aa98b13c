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
  /** How attention crosses the context-parallel ranks. */
  readonly cpType: ContextParallelism;
  /** In a hybrid, the ranks that share out heads by all-to-alls before key-value blocks go round; else 1 (headRanks.ts). */
  readonly cpHeads: number;
  /** Which tokens a rank of a ring has: from both ends of the sequence, or neighbours. */
  readonly cpOrder: "zigzag" | "contiguous";
  readonly ep: number;
  /** Tensor-parallel degree inside an expert. */
  readonly etp: number;
  /** Copies of a token that travel: one for each of its experts, or one for each node with any of them. */
  readonly dispatch: "per_expert" | "per_node";
  /** How the router loads the experts of a layer. */
  readonly balance: Balance;
  /** Tokens an expert takes at most, over the mean; null: all that are sent to it. */
  readonly capacity: {
    readonly factor: number;
    /** Experts compute, and tokens travel, as if each were full. */
    readonly pad: boolean;
  } | null;
  readonly dp: number;
  readonly pp: number;
  /** Which degrees' ranks are neighbours on the machine, the nearest first: each degree once. */
  readonly rankOrder: readonly Degree[];
  readonly vpp: number;
  readonly zero: 0 | 1 | 2 | 3;
  /** Data-parallel ranks that state is sharded over; the dp / dpShard groups of them hold copies. */
  readonly dpShard: number;
  readonly sync: Sync;
  /** null: all is sent as it is. */
  readonly compression: Compression | null;
  /** ZeRO 3: when gathered weights are freed. */
  readonly reshardAfter: "forward" | "backward" | "step";
  /** ZeRO 2 and 3: when gradients are reduced over the ranks. */
  readonly gradientScatter: "micro_batch" | "group" | "step";
  /** ZeRO 3: layers gathered ahead of the one in use. */
  readonly prefetch: number;
  readonly sequenceParallel: boolean;
  readonly schedule: Schedule;
  /** Interleaved 1F1B: micro-batches that go through one chunk before the next chunk takes them. */
  readonly microBatchGroup: number;
  /** Present where `schedule` is `custom`. */
  readonly ownSchedule: OwnSchedule | null;
  /** How layers go to stages: the same number everywhere; one fewer on the first and last; any remainder spread; by work. */
  readonly split: "even" | "lighter_ends" | "lighter_last" | "uneven" | "balanced" | "balanced_exact";
  readonly seqLen: number;
  /** null: each sequence is one document. */
  readonly documents: Documents | null;
  /** Tokens that an encoder reads, where the model has one. */
  readonly encoderSeqLen: number;
  /** Of a pipeline's stages, those that hold the encoder; null: as many as of all layers are the encoder's. */
  readonly encoderStages: number | null;
  readonly microBatch: number;
  /** In sequences. */
  readonly globalBatch: number;
  readonly numMicroBatches: number;
  readonly precision: Precision;
  readonly optimizer: OptimizerName;
  /** Present where `optimizer` is `shampoo`. */
  readonly shampoo: ShampooPlan | null;
  readonly recompute: Recompute;
  readonly flashAttention: boolean;
  /** Which communication is hidden behind compute where it can be. */
  readonly overlap: {
    readonly dp: boolean;
    readonly tp: boolean;
    readonly pp: boolean;
    readonly ep: boolean;
    /** Exchanges of tokens, behind the shared experts of the same layer and micro-batch. */
    readonly sharedExperts: boolean;
  };
  readonly offload: "none" | "ema" | "activations";
  /** Of a device, under `offload = activations`; null for all. */
  readonly offloadLayers: number | null;
  readonly stateOffload: StateOffload;
  /** null: every parameter is trained. */
  readonly lora: Lora | null;
  /** Token budget of the whole run; null when not given. */
  readonly tokens: number | null;
  /** null: data are at hand whenever they are needed. */
  readonly data: DataSet | null;
  /** Nats a token to be reached; null when not given. */
  readonly targetLoss: number | null;
  readonly scalingLaw: ScalingLaw | null;
  /** Tokens at which a batch costs twice the tokens of small ones; a published law of it; none: batches cost nothing. */
  readonly criticalBatch: number | "zhang" | "kaplan" | "none";
  /** A batch and the learning rate that was tuned for it; null: none was. */
  readonly tuned: {
    readonly batchTokens: number;
    readonly learningRate: number;
    /** Of Adam. */
    readonly beta2: number;
  } | null;
  /** null: nothing is saved. */
  readonly checkpoint: Checkpoint | null;
  /** What the run does while nodes are missing; null: it waits for them. */
  readonly elastic: { readonly batch: "kept" | "smaller" } | null;
  /** Simulated runs beside the closed form, and the seed of their chances. */
  readonly simulate: { readonly runs: number; readonly seed: number };
  /** How the trained model is served, for what is asked of its inference; null: one sequence, all else as in training. */
  readonly serve: Serving | null;
}

export interface Recompute {
  readonly kind: "none" | "selective" | "full";
  /** For selective: `attention` (the 5as^2b core), `norms`, `mlp`, `mla_up`, `moe_act`, `shared_experts`, `moe`; or `ops` alone. */
  readonly modules: readonly string[];
  /** Of `full`: the first so many layers of each chunk of a stage, and no others; absent for all. */
  readonly layers?: number;
  /** Of `full`: so many layers are computed again together, of which the first one's input is kept; absent for each by itself. */
  readonly unit?: number;
}

export type ContextParallelism = "ring" | "all_gather" | "ulysses";

export type Balance =
  | { readonly kind: "balanced" }
  /** The i-th busiest expert receives tokens in proportion to i^-s. */
  | { readonly kind: "zipf"; readonly s: number }
  /** What each expert received, in any unit, in the experts' order. */
  | { readonly kind: "measured"; readonly loads: readonly number[] };

/** null is as in training: its sequences, degrees and formats. */
export interface Serving {
  /** Sequences served at once, and tokens before and in each of them. */
  readonly batch: number;
  readonly context: number | null;
  readonly tp: number | null;
  readonly pp: number | null;
  /** A weight, one of a routed expert (null is as the others), and a number of the cache of keys and values. */
  readonly weightBytes: number | null;
  readonly expertBytes: number | null;
  readonly kvBytes: number | null;
}
