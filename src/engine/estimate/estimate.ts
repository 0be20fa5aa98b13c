import type { Breakdown } from "./breakdown.ts";
import type { CheckpointEstimate } from "./checkpointEstimate.ts";
import type { CostEstimate } from "./costEstimate.ts";
import type { DataEstimate } from "./dataEstimate.ts";
import type { EnergyEstimate } from "./energyEstimate.ts";
import type { GoodputEstimate } from "./goodputEstimate.ts";
import type { PoolEstimate } from "./poolEstimate.ts";
import type { PrivacyEstimate } from "./privacyEstimate.ts";
import type { ReliabilityEstimate } from "./reliabilityEstimate.ts";
import type { RunEstimate } from "./runEstimate.ts";
import type { StageLayout } from "./stageLayout.ts";
import type { TimeEstimate } from "./timeEstimate.ts";
import type { TokenCosts } from "./tokenCosts.ts";

/**
 * Estimate: the engine's result for a scenario, as plain data in base units. Every sum includes its parts. `N`
 * is `number` when the engine runs for speed and `Derivation` when it explains results (see algebra.ts).
 */
export interface Estimate<N = number> {
  readonly params: Breakdown<N>;
  readonly activeParams: N;
  /** Number of trained parameters: all parameters, or under LoRA those of the adapters. */
  readonly trainedParams: N;
  /** Layers, embedding and head that each pipeline stage holds. */
  readonly stages: readonly StageLayout[];
  readonly memory: MemoryEstimate<N>;
  readonly time: TimeEstimate<N>;
  readonly comm: readonly CollectiveEstimate<N>[];
  /** Model FLOPs of one step over the whole cluster, without recomputation. */
  readonly modelFlops: N;
  /** FLOPs of one step over the whole cluster, including recomputation. */
  readonly hardwareFlops: N;
  readonly mfu: N;
  readonly hfu: N;
  /** Model FLOPs of a step, without recomputation, ÷ step time ÷ number of devices, FLOP/s. */
  readonly modelFlopsPerDevice: N;
  /** FLOPs of a step, including recomputation, ÷ step time ÷ number of devices, FLOP/s. */
  readonly hardwareFlopsPerDevice: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
  /** Share of the step in which the slowest stage idles: `time.bubble` / `time.step`. */
  readonly bubbleFraction: N;
  /**
   * Idle time of a stage in a step ÷ ideal compute time of the step. The textbook formula is (p - 1) / (v m).
   */
  readonly bubbleRatio: N;
  /** Pools of unlike devices; null where all devices are alike. */
  readonly pools: readonly PoolEstimate<N>[] | null;
  /** Load of the experts of one layer; null for a dense model. */
  readonly experts: ExpertEstimate<N> | null;
  /** Reading of training data; null where the plan has no data set. */
  readonly data: DataEstimate<N> | null;
  /** Rate and kinds of failures; null where nothing fails. */
  readonly reliability: ReliabilityEstimate<N> | null;
  /** Size of a checkpoint, and the times to save and load it; null where the plan has no checkpoints. */
  readonly checkpoint: CheckpointEstimate<N> | null;
  /** Share of time that becomes progress; null unless the cluster fails and the plan has checkpoints. */
  readonly goodput: GoodputEstimate<N> | null;
  /** Steps and duration of the whole run; null unless the plan has a token budget. */
  readonly run: RunEstimate<N> | null;
  readonly energy: EnergyEstimate<N>;
  /**
   * Bytes that replicas exchange without gradient compression ÷ bytes with compression; null without
   * compression.
   */
  readonly compressionRatio: N | null;
  /** Cost of the run to the token budget; null unless the plan has a token budget and the cluster a price. */
  readonly cost: CostEstimate<N> | null;
  /**
   * Number of updates by other replicas between a replica's reading of the weights and its own update; null
   * where replicas synchronise.
   */
  readonly staleness: N | null;
  /** Differential privacy of a federated run; null without noise, and where the number of rounds is not known. */
  readonly privacy: PrivacyEstimate<N> | null;
  /**
   * Convergence: loss, token costs and learning rates. null unless the plan has a token budget, a loss to
   * reach, a measured critical batch size or a tuned learning rate.
   */
  readonly convergence: ConvergenceEstimate<N> | null;
  /** Sentences that state the assumptions of the estimate. */
  readonly assumptions: readonly string[];
}

export interface MemoryEstimate<N = number> {
  /** Peak memory of a device of the fullest pipeline stage, B. */
  readonly peak: N;
  /** Index of the pipeline stage with the highest peak memory. */
  readonly peakStage: number;
  /**
   * Largest peak memory of any stage's device without the allocator's cache, B. This memory cannot be freed.
   */
  readonly needed: N;
  /** Usable memory of a device, B. */
  readonly capacity: N;
  /** True where host memory and drives have room for all state that the plan places there. */
  readonly stored: boolean;
  /**
   * Memory of a device of each stage at the instant of that stage's peak, B. The parts are named weights,
   * gradients, optimizer, activations, logits, buffers and reserved.
   */
  readonly stages: readonly Breakdown<N>[];
  /**
   * Memory of the weights on a device of the fullest stage, B. This field and those after it, down to
   * `reserved`, are read by paths such as `memory.activations`.
   */
  readonly weights: N;
  readonly gradients: N;
  readonly optimizer: N;
  readonly activations: N;
  readonly logits: N;
  readonly buffers: N;
  readonly reserved: N;
  /** Saved activations of one transformer layer for one micro-batch on one device, B. */
  readonly layerActivations: N;
  /** Use of a node's host memory and of its drives, each only where the plan uses it. */
  readonly beyond: readonly BeyondDevice<N>[];
}

/**
 * Use of a node's host memory or drives. All devices of the node are assumed to belong to the stage that uses
 * most.
 */
export interface BeyondDevice<N = number> {
  readonly place: "host" | "nvme";
  /** Bytes that the plan stores in this place, B. */
  readonly held: Breakdown<N>;
  /** Capacity of this place, B; null where unknown. The plan is then not checked against it. */
  readonly capacity: N | null;
}

export interface CollectiveEstimate<N = number> {
  /** Dimension of parallelism that the collective belongs to. */
  readonly dimension: "tp" | "cp" | "ep" | "pp" | "dp";
  readonly op: "all_reduce" | "all_gather" | "reduce_scatter" | "all_to_all" | "send_recv" | "broadcast";
  /** Name that readers see for the tensor that is sent: "activations", "gradients". */
  readonly what: string;
  readonly groupSize: number;
  /**
   * Tier of the links that the collective uses: `scale_up`, `scale_out`, or both for a hierarchical collective.
   */
  readonly tier: "scale_up" | "scale_out" | "both";
  readonly algorithm: string;
  /** Payload of one call of the collective, B. */
  readonly bytes: N;
  /** Number of calls of the collective by each device in a step. */
  readonly count: N;
  /** Time of one call of the collective, s. */
  readonly callSeconds: N;
  /** Time of all calls of the collective in a step, s: count * callSeconds. */
  readonly totalSeconds: N;
  /** Part of `totalSeconds` that no computation hides, s. */
  readonly exposedSeconds: N;
}

/** Load of the experts of one layer in one micro-batch. */
export interface ExpertEstimate<N = number> {
  /**
   * Number of tokens of a micro-batch that one expert of the busiest device computes, including padding. They
   * are the rows of its matmuls.
   */
  readonly tokens: N;
  /** Tokens that the busiest device receives ÷ tokens of a device under a balanced load. */
  readonly busiest: N;
  /** Share of the routed copies of tokens that are dropped because their expert is full. */
  readonly dropped: N;
  /**
   * Mean number of nodes to which a token travels, including its own; null where experts are not spread over
   * nodes.
   */
  readonly nodes: N | null;
}

/**
 * Convergence of a run: loss, token costs and learning rates. A number is null where the plan lacks its inputs.
 */
export interface ConvergenceEstimate<N = number> {
  /** Training loss after the token budget, nats per token. */
  readonly loss: N | null;
  /** Training loss in the limit of infinitely many tokens, nats per token. */
  readonly leastLoss: N | null;
  /**
   * Critical batch size in tokens: a batch of this size needs twice as many tokens to a loss as small batches.
   * Computed for the run to the target loss, otherwise for the run to the token budget.
   */
  readonly criticalBatch: N | null;
  /**
   * Statistical efficiency: progress of the loss per token ÷ progress per token of a run with small batches,
   * synchronous AdamW and bf16.
   */
  readonly statisticalEfficiency: N | null;
  /** Tokens per second × `statisticalEfficiency`. */
  readonly effectiveTokensPerSecond: N | null;
  /**
   * Additional tokens to a loss from causes other than the batch size: late synchronisation, stale weights,
   * compression, precision, optimizer. Each cause is a factor.
   */
  readonly tokenCosts: TokenCosts<N> | null;
  /** Run to the target loss; null unless the plan has a target loss. */
  readonly toLoss: LossTarget<N> | null;
  /**
   * Model with the lowest loss for the run's FLOPs, by the plan's scaling law; null without a scaling law or
   * token budget.
   */
  readonly computeOptimal: { readonly params: N; readonly tokens: N; readonly loss: N } | null;
  /** Batch size in tokens that DeepSeek's law gives for the run's FLOPs; null without a token budget. */
  readonly suggestedBatch: N | null;
  /** Learning rate that DeepSeek's law gives for the run's FLOPs; null without a token budget. */
  readonly suggestedLearningRate: N | null;
  /**
   * Learning rates for the plan's batch size by three scaling rules, and steps of warm-up; null where the plan
   * gives no tuned learning rate.
   */
  readonly learningRate: {
    readonly linear: N;
    readonly squareRoot: N;
    readonly noiseScale: N | null;
    readonly warmUp: N;
  } | null;
}

/** Tokens, steps, time and cost of the run to a target loss. */
export interface LossTarget<N = number> {
  readonly tokens: N;
  readonly steps: N;
  /** Duration of the run to the loss, s, including lost work where the cluster fails. */
  readonly time: N;
  /** Cost of the run to the loss, $; null where the cluster gives no price. */
  readonly cost: Breakdown<N> | null;
}
