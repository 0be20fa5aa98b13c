import type { Arrivals } from "./arrivals.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { ScalingLaw } from "./convergence.ts";
import type { DataSet, Documents } from "./data.ts";
import type { Degree } from "./degree.ts";
import type { Framework } from "./framework.ts";
import type { FrozenPart } from "./frozenPart.ts";
import type { GivenTerms } from "./givenTerms.ts";
import type { Lora } from "./lora.ts";
import type { StateOffload } from "./offload.ts";
import type { OptimizerName, ShampooPlan } from "./optimizer.ts";
import type { Place } from "./place.ts";
import type { Precision } from "./precision.ts";
import type { Rl } from "./rl.ts";
import type { OwnSchedule, Schedule } from "./scheduleName.ts";
import type { Sparsity } from "./sparsity.ts";
import type { Split } from "./split.ts";
import type { Compression, Sync } from "./sync.ts";

export interface Plan {
  readonly name: string;
  readonly framework: Framework;
  readonly tp: number;
  readonly cp: number;
  /** Data exchange between context-parallel ranks in attention: ring, all-gather, or all-to-all (Ulysses). */
  readonly cpType: ContextParallelism;
  /**
   * Number of ranks that exchange attention heads by all-to-all in hybrid context parallelism (headRanks.ts).
   * Key-value blocks pass around a ring of such groups; 1 where the plan is not hybrid.
   */
  readonly cpHeads: number;
  /**
   * Tokens of a context-parallel rank: two mirrored pieces from both ends of the sequence, or one contiguous
   * piece.
   */
  readonly cpOrder: "zigzag" | "contiguous";
  readonly ep: number;
  /** Tensor-parallel degree inside an expert: number of ranks over which each expert is sharded. */
  readonly etp: number;
  /**
   * Copies of a token that are sent to experts: one for each of its experts, or one for each node with any of
   * them.
   */
  readonly dispatch: "per_expert" | "per_node";
  /** Distribution of tokens over the experts of a layer by the router. */
  readonly balance: Balance;
  /** Limit of the tokens that one expert takes (`factor` times the mean load); null without a limit. */
  readonly capacity: {
    readonly factor: number;
    /** True where each expert is padded to its limit, so that empty slots are computed and sent too. */
    readonly pad: boolean;
  } | null;
  readonly dp: number;
  readonly pp: number;
  /** Order of ranks on the machine by degree of parallelism, nearest ranks first. Each degree occurs once. */
  readonly rankOrder: readonly Degree[];
  readonly vpp: number;
  readonly zero: 0 | 1 | 2 | 3;
  /**
   * Number of data-parallel ranks over which ZeRO shards state. The dp / dpShard groups of such ranks hold
   * copies of it.
   */
  readonly dpShard: number;
  readonly sync: Sync;
  /** Parts of the step's time that the plan sets. */
  readonly time: GivenTerms;
  /** Parts of a device's memory that the plan sets, on every stage. */
  readonly memory: GivenTerms;
  /** Compression of the gradients or weight changes that replicas exchange; null without compression. */
  readonly compression: Compression | null;
  /**
   * Time at which ZeRO 3 frees gathered weights: after each pass, after the backward pass, or after the step's
   * last backward pass.
   */
  readonly reshardAfter: "forward" | "backward" | "step";
  /**
   * Time at which ZeRO 2 and 3 reduce gradients: after every backward pass, after each group of micro-batches
   * that a chunk runs in a row, or at the end of the step.
   */
  readonly gradientScatter: "micro_batch" | "group" | "step";
  /** Number of layers that ZeRO 3 gathers ahead of the layer in use. */
  readonly prefetch: number;
  readonly sequenceParallel: boolean;
  readonly schedule: Schedule;
  /**
   * Number of micro-batches that an interleaved schedule runs through one chunk before the next chunk takes
   * them.
   */
  readonly microBatchGroup: number;
  /** Custom pipeline schedule; null unless `schedule` is `custom`. */
  readonly ownSchedule: OwnSchedule | null;
  /**
   * Division of the layers over pipeline stages: equal numbers, fewer at both ends or on the last stage, a
   * spread remainder, balanced by FLOPs, or a list of numbers.
   */
  readonly split: Split;
  /** Division of the plan between pools of unlike devices. */
  readonly place: Place;
  readonly seqLen: number;
  /** Documents that are packed into one sequence; null where each sequence is one document. */
  readonly documents: Documents | null;
  /** Number of tokens of each sequence that the encoder reads, where the model has an encoder. */
  readonly encoderSeqLen: number;
  /**
   * Number of pipeline stages that hold the encoder; null where the encoder has a share in proportion to its
   * layers.
   */
  readonly encoderStages: number | null;
  readonly microBatch: number;
  /** Number of sequences of a step over all replicas. */
  readonly globalBatch: number;
  readonly numMicroBatches: number;
  readonly precision: Precision;
  readonly optimizer: OptimizerName;
  /** Settings of the Shampoo optimizer; null unless `optimizer` is `shampoo`. */
  readonly shampoo: ShampooPlan | null;
  readonly recompute: Recompute;
  readonly flashAttention: boolean;
  /** Kinds of communication that the plan overlaps with computation where it can. */
  readonly overlap: {
    readonly dp: boolean;
    readonly tp: boolean;
    readonly pp: boolean;
    readonly ep: boolean;
    /** True where the all-to-alls of tokens overlap the shared experts of the same layer and micro-batch. */
    readonly sharedExperts: boolean;
  };
  readonly offload: "none" | "ema" | "activations";
  /**
   * Number of layers on a device whose activations are offloaded, where `offload` is `activations`; null for
   * all layers.
   */
  readonly offloadLayers: number | null;
  readonly stateOffload: StateOffload;
  /** LoRA adapters, the only trained parameters; null where every parameter is trained. */
  readonly lora: Lora | null;
  /** Feed-forwards with 2:4 sparse weights; null where all matmuls are dense. */
  readonly sparsity: Sparsity | null;
  /** Parts of a model with a vision encoder that are not trained; empty where all are. */
  readonly frozen: readonly FrozenPart[];
  /** Token budget of the whole run; null where not given. */
  readonly tokens: number | null;
  /** Training data in storage; null where reading data never delays training. */
  readonly data: DataSet | null;
  /** Target loss of the run, nats per token; null where not given. */
  readonly targetLoss: number | null;
  readonly scalingLaw: ScalingLaw | null;
  /**
   * Critical batch size in tokens, or a published law for it. A batch of this size needs twice as many tokens
   * to a loss as small batches. `none` where batch size has no effect.
   */
  readonly criticalBatch: number | "zhang" | "kaplan" | "none";
  /** Batch size at which a learning rate was tuned, and that learning rate; null where none was tuned. */
  readonly tuned: {
    readonly batchTokens: number;
    readonly learningRate: number;
    /** Beta 2 of Adam at the tuned batch size, the decay of the second moment. */
    readonly beta2: number;
  } | null;
  /** Checkpoints of the run; null where nothing is saved. */
  readonly checkpoint: Checkpoint | null;
  /**
   * Elastic training, in which the remaining replicas continue while nodes are missing; null where the run
   * waits for the nodes.
   */
  readonly elastic: { readonly batch: "kept" | "smaller" } | null;
  /**
   * Number of simulated runs with random failures, and their random seed. Their mean time is compared with the
   * closed form.
   */
  readonly simulate: { readonly runs: number; readonly seed: number };
  /**
   * Group of devices that serves the trained model, for inference results; null for one sequence with the
   * training degrees and formats.
   */
  readonly serve: Serving | null;
  /** RL post-training on responses that the model generates; null where the plan trains on data. */
  readonly rl: Rl | null;
}

export interface Recompute {
  readonly kind: "none" | "selective" | "full" | "by_layers";
  /**
   * Modules that selective recomputation computes again: `attention` (the 5as^2b core), `norms`, `mlp`,
   * `mla_up`, `moe_act`, `shared_experts`, `moe`; or `ops` alone.
   */
  readonly modules: readonly string[];
  /**
   * Number of layers of each chunk, from its first layer, that `full` recomputes; absent where it recomputes
   * all layers.
   */
  readonly layers?: number;
  /**
   * Number of successive layers that `full` recomputes together, with only the input of the first one saved;
   * absent where each layer is recomputed alone.
   */
  readonly unit?: number;
  /** True where tensor-parallel ranks shard the saved input of a layer that `full` recomputes; absent where each saves all of it. */
  readonly distribute?: true;
  /** Groups of successive layers with strategies of their own, in the model's order, under `by_layers`. */
  readonly groups?: readonly LayerGroup[];
}

/** Strategy of a group of successive layers. A degree is null where it is the plan's own. */
export interface LayerGroup {
  readonly layers: number;
  readonly recompute: Recompute;
  readonly tp: number | null;
  readonly zero: number | null;
}

export type ContextParallelism = "ring" | "all_gather" | "ulysses";

export type Balance =
  | { readonly kind: "balanced" }
  /** Loads by a Zipf distribution: the i-th busiest expert receives tokens in proportion to i^-s. */
  | { readonly kind: "zipf"; readonly s: number }
  /** Measured number of tokens of each expert, in any unit, in the order of the experts. */
  | { readonly kind: "measured"; readonly loads: readonly number[] };

/**
 * Group of devices that serves the trained model. A null field takes the value of training: sequence length,
 * degree or format.
 */
export interface Serving {
  /** Number of sequences served at once. */
  readonly batch: number;
  /** Number of tokens of each prompt. */
  readonly context: number | null;
  readonly tp: number | null;
  readonly pp: number | null;
  /** Bytes of a weight. */
  readonly weightBytes: number | null;
  /** Bytes of a routed expert's weight; null where it equals `weightBytes`. */
  readonly expertBytes: number | null;
  /** Bytes of a number in the key-value cache. */
  readonly kvBytes: number | null;
  /** Groups of devices that share the arriving requests. */
  readonly replicas: number;
  /** Requests that arrive at random times; null for a full batch. */
  readonly arrivals: Arrivals | null;
}
