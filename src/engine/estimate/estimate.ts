import type { Breakdown } from "./breakdown.ts";
import type { CheckpointEstimate } from "./checkpointEstimate.ts";
import type { CostEstimate } from "./costEstimate.ts";
import type { DataEstimate } from "./dataEstimate.ts";
import type { EnergyEstimate } from "./energyEstimate.ts";
import type { GoodputEstimate } from "./goodputEstimate.ts";
import type { ReliabilityEstimate } from "./reliabilityEstimate.ts";
import type { RunEstimate } from "./runEstimate.ts";
import type { StageLayout } from "./stageLayout.ts";
import type { TimeEstimate } from "./timeEstimate.ts";
import type { TokenCosts } from "./tokenCosts.ts";

/**
 * The second contract: what the engine says of a scenario. Plain data in base units; every sum keeps its parts.
 * `N` is `number` when the engine runs for speed and `Derivation` when it runs to explain (see algebra.ts).
 */
export interface Estimate<N = number> {
  readonly params: Breakdown<N>;
  readonly activeParams: N;
  /** All, or the adapters. */
  readonly trainedParams: N;
  /** Layers (and embedding, head) of each pipeline stage, chunk by chunk. */
  readonly stages: readonly StageLayout[];
  readonly memory: MemoryEstimate<N>;
  readonly time: TimeEstimate<N>;
  readonly comm: readonly CollectiveEstimate<N>[];
  /** Model FLOPs of one step over the whole cluster, no recompute; and hardware FLOPs, with it. */
  readonly modelFlops: N;
  readonly hardwareFlops: N;
  readonly mfu: N;
  readonly hfu: N;
  /** Model FLOP/s per device; hardware FLOP/s per device. */
  readonly modelFlopsPerDevice: N;
  readonly hardwareFlopsPerDevice: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
  /** Share of the step in which the slowest stage idles: `time.bubble` / `time.step`. */
  readonly bubbleFraction: N;
  /** Idle time over ideal compute time: the textbooks' (p - 1) / (v m). */
  readonly bubbleRatio: N;
  /** Of a mixture of experts; null for a dense model. */
  readonly experts: ExpertEstimate<N> | null;
  /** null for a plan that names no data. */
  readonly data: DataEstimate<N> | null;
  /** How often the run is interrupted; null where nothing fails. */
  readonly reliability: ReliabilityEstimate<N> | null;
  /** null for a plan that keeps none. */
  readonly checkpoint: CheckpointEstimate<N> | null;
  /** Present where the cluster fails and the plan keeps checkpoints. */
  readonly goodput: GoodputEstimate<N> | null;
  /** Present when the plan has a token budget. */
  readonly run: RunEstimate<N> | null;
  readonly energy: EnergyEstimate<N>;
  /** Bytes without compression over those sent; null where nothing is compressed. */
  readonly compressionRatio: N | null;
  /** Present when the plan has a token budget and the cluster a price. */
  readonly cost: CostEstimate<N> | null;
  /** Updates by others between reading the weights and changing them; null where replicas meet. */
  readonly staleness: N | null;
  /** Present when the plan has a token budget, a loss to reach or a measured critical batch size. */
  readonly convergence: ConvergenceEstimate<N> | null;
  /** What was guessed, in sentences. */
  readonly assumptions: readonly string[];
}

export interface MemoryEstimate<N = number> {
  /** Per device of the fullest stage, at the instant of its peak. */
  readonly peak: N;
  readonly peakStage: number;
  /** What of a peak nothing gives back, on the stage that has most of it: without what its allocator caches. */
  readonly needed: N;
  /** Usable memory of a device. */
  readonly capacity: N;
  /** Whether hosts and drives have room for what the plan keeps there. */
  readonly stored: boolean;
  /**
   * One breakdown a stage, at the instant of that stage's peak, with parts named
   * weights, gradients, optimizer, activations, logits, buffers, reserved.
   */
  readonly stages: readonly Breakdown<N>[];
  /** The parts of the fullest stage by name, for paths such as `memory.activations`. */
  readonly weights: N;
  readonly gradients: N;
  readonly optimizer: N;
  readonly activations: N;
  readonly logits: N;
  readonly buffers: N;
  readonly reserved: N;
  /** Activation bytes of one transformer layer for one micro-batch on one device. */
  readonly layerActivations: N;
  /** What a node keeps beside its devices, where the plan puts anything there. */
  readonly beyond: readonly BeyondDevice<N>[];
}

/** The host's memory, or the drives, of a node whose devices are all of the stage that keeps the most there. */
export interface BeyondDevice<N = number> {
  readonly place: "host" | "nvme";
  readonly held: Breakdown<N>;
  /** null: not known, and not checked. */
  readonly capacity: N | null;
}

export interface CollectiveEstimate<N = number> {
  /** The parallel dimension it serves: `tp`, `cp`, `ep`, `pp`, `dp`. */
  readonly dimension: "tp" | "cp" | "ep" | "pp" | "dp";
  readonly op: "all_reduce" | "all_gather" | "reduce_scatter" | "all_to_all" | "send_recv" | "broadcast";
  /** What is sent, for people: "activations", "gradients". */
  readonly what: string;
  readonly groupSize: number;
  /** `scale_up`, `scale_out`, or both for a hierarchical one. */
  readonly tier: "scale_up" | "scale_out" | "both";
  readonly algorithm: string;
  /** Payload of one call, B. */
  readonly bytes: N;
  /** Calls per device and step. */
  readonly count: N;
  /** One call, s. */
  readonly callSeconds: N;
  /** count * callSeconds */
  readonly totalSeconds: N;
  readonly exposedSeconds: N;
}

/** A layer of experts in one micro-batch. */
export interface ExpertEstimate<N = number> {
  /** Tokens that an expert of the busiest device computes, padding included: the rows of its products. */
  readonly tokens: N;
  /** What the busiest device receives over what it would receive if all experts were loaded alike. */
  readonly busiest: N;
  /** Share of the tokens' copies that are dropped. */
  readonly dropped: N;
  /** Nodes that a token travels to, on average, its own included; null where experts are not spread over nodes. */
  readonly nodes: N | null;
}

/** What the tokens of a run are worth; null where the plan does not say what a number needs. */
export interface ConvergenceEstimate<N = number> {
  /** After the token budget, nats a token. */
  readonly loss: N | null;
  /** That the model reaches with no end of tokens. */
  readonly leastLoss: N | null;
  /** Tokens at which a batch costs twice the tokens of small ones; here and below of the run to the loss, or else to the token budget. */
  readonly criticalBatch: N | null;
  /** Progress of a token over its progress in a small batch. */
  readonly statisticalEfficiency: N | null;
  readonly effectiveTokensPerSecond: N | null;
  /** What of that is not the batch's: replicas that meet late, old weights, compression, precision, the optimizer. */
  readonly tokenCosts: TokenCosts<N> | null;
  /** Present when the plan has a loss to reach. */
  readonly toLoss: LossTarget<N> | null;
  /** The model with the lowest loss for the run's FLOPs. */
  readonly computeOptimal: { readonly params: N; readonly tokens: N; readonly loss: N } | null;
  /** Tokens of a batch, and a learning rate, that DeepSeek's law gives for the run's FLOPs. */
  readonly suggestedBatch: N | null;
  readonly suggestedLearningRate: N | null;
  /** For the plan's batch; present when one was tuned at another. */
  readonly learningRate: {
    readonly linear: N;
    readonly squareRoot: N;
    readonly noiseScale: N | null;
    readonly warmUp: N;
  } | null;
}

/** The run to a loss. */
export interface LossTarget<N = number> {
  readonly tokens: N;
  readonly steps: N;
  /** s, lost work included where the cluster fails. */
  readonly time: N;
  /** null without a price */
  readonly cost: Breakdown<N> | null;
}
