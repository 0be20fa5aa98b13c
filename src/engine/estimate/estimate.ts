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
 * The second contract: the engine's result for a scenario. Plain data in base units; every sum keeps its
 * parts. `N` is `number` when the engine runs for speed and `Derivation` when it runs to explain (see
 * algebra.ts).
 */
export interface Estimate<N = number> {
  readonly params: Breakdown<N>;
  readonly activeParams: N;
  /** Trained parameters: all of them, or under LoRA the adapters. */
  readonly trainedParams: N;
  /** Layers (and embedding, head) of each pipeline stage, chunk by chunk. */
  readonly stages: readonly StageLayout[];
  readonly memory: MemoryEstimate<N>;
  readonly time: TimeEstimate<N>;
  readonly comm: readonly CollectiveEstimate<N>[];
  /** Model FLOPs of one step over the whole cluster, without recompute; `hardwareFlops` include it. */
  readonly modelFlops: N;
  readonly hardwareFlops: N;
  readonly mfu: N;
  readonly hfu: N;
  /** Model FLOP/s for each device; `hardwareFlopsPerDevice` include recompute. */
  readonly modelFlopsPerDevice: N;
  readonly hardwareFlopsPerDevice: N;
  readonly tokensPerSecond: N;
  readonly tokensPerSecondPerDevice: N;
  /** Share of the step in which the slowest stage idles: `time.bubble` / `time.step`. */
  readonly bubbleFraction: N;
  /** Idle time ÷ ideal compute time: the textbook formula (p - 1) / (v m). */
  readonly bubbleRatio: N;
  /** Load of the experts; null for a dense model. */
  readonly experts: ExpertEstimate<N> | null;
  /** Reading of training data; null for a plan without a data set. */
  readonly data: DataEstimate<N> | null;
  /** Frequency of the run's interruptions; null where nothing fails. */
  readonly reliability: ReliabilityEstimate<N> | null;
  /** Size and times of a checkpoint; null for a plan without checkpoints. */
  readonly checkpoint: CheckpointEstimate<N> | null;
  /** Goodput; null unless the cluster fails and the plan has checkpoints. */
  readonly goodput: GoodputEstimate<N> | null;
  /** The whole run; null unless the plan has a token budget. */
  readonly run: RunEstimate<N> | null;
  readonly energy: EnergyEstimate<N>;
  /** Bytes exchanged without gradient compression ÷ bytes with it; null without compression. */
  readonly compressionRatio: N | null;
  /** Cost of the run; null unless the plan has a token budget and the cluster a price. */
  readonly cost: CostEstimate<N> | null;
  /**
   * Updates by other replicas between reading the weights and changing them; null where replicas synchronise.
   */
  readonly staleness: N | null;
  /**
   * Convergence; null unless the plan has a token budget, a loss to reach or a measured critical batch size.
   */
  readonly convergence: ConvergenceEstimate<N> | null;
  /** Assumptions of the estimate, in sentences. */
  readonly assumptions: readonly string[];
}

export interface MemoryEstimate<N = number> {
  /** Peak memory of a device of the fullest stage. */
  readonly peak: N;
  readonly peakStage: number;
  /** Peak memory without the allocator's cache, on the stage with the most. */
  readonly needed: N;
  /** Usable memory of a device. */
  readonly capacity: N;
  /** True where hosts and drives have room for the state that the plan places there. */
  readonly stored: boolean;
  /**
   * One breakdown for each stage, at the instant of that stage's peak, with parts named weights, gradients,
   * optimizer, activations, logits, buffers, reserved.
   */
  readonly stages: readonly Breakdown<N>[];
  /** Parts of the fullest stage by name, for paths such as `memory.activations`. */
  readonly weights: N;
  readonly gradients: N;
  readonly optimizer: N;
  readonly activations: N;
  readonly logits: N;
  readonly buffers: N;
  readonly reserved: N;
  /** Saved activations of one transformer layer for one micro-batch on one device, B. */
  readonly layerActivations: N;
  /** Host memory and drives of a node, where the plan uses them. */
  readonly beyond: readonly BeyondDevice<N>[];
}

/**
 * Use of the host memory, or the drives, of a node. All of its devices are assumed in the stage that uses
 * most.
 */
export interface BeyondDevice<N = number> {
  readonly place: "host" | "nvme";
  readonly held: Breakdown<N>;
  /** Size of the place; null where unknown, and then not checked. */
  readonly capacity: N | null;
}

export interface CollectiveEstimate<N = number> {
  /** The parallel dimension of the collective: `tp`, `cp`, `ep`, `pp`, `dp`. */
  readonly dimension: "tp" | "cp" | "ep" | "pp" | "dp";
  readonly op: "all_reduce" | "all_gather" | "reduce_scatter" | "all_to_all" | "send_recv" | "broadcast";
  /** The sent tensor, for people: "activations", "gradients". */
  readonly what: string;
  readonly groupSize: number;
  /** Tier of the links: `scale_up`, `scale_out`, or both for a hierarchical collective. */
  readonly tier: "scale_up" | "scale_out" | "both";
  readonly algorithm: string;
  /** Payload of one call, B. */
  readonly bytes: N;
  /** Calls for each device and step. */
  readonly count: N;
  /** Time of one call, s. */
  readonly callSeconds: N;
  /** Time of all calls in a step, s: count * callSeconds. */
  readonly totalSeconds: N;
  readonly exposedSeconds: N;
}

/** Load of a layer of experts in one micro-batch. */
export interface ExpertEstimate<N = number> {
  /** Tokens that an expert of the busiest device computes, including padding: the rows of its matmuls. */
  readonly tokens: N;
  /** Tokens that the busiest device receives ÷ those under a balanced load. */
  readonly busiest: N;
  /** Share of routed token copies that are dropped. */
  readonly dropped: N;
  /**
   * Nodes that a token travels to on average, including its own; null where experts are not spread over
   * nodes.
   */
  readonly nodes: N | null;
}

/** Convergence of a run; null for numbers whose inputs the plan lacks. */
export interface ConvergenceEstimate<N = number> {
  /** Loss after the token budget, nats per token. */
  readonly loss: N | null;
  /** Loss in the limit of infinitely many tokens, nats per token. */
  readonly leastLoss: N | null;
  /**
   * Tokens of a batch that needs twice the tokens of small batches. This and the numbers below are for the
   * run to the loss, else to the token budget.
   */
  readonly criticalBatch: N | null;
  /** Progress by a token ÷ its progress in a small batch. */
  readonly statisticalEfficiency: N | null;
  readonly effectiveTokensPerSecond: N | null;
  /**
   * Token costs other than the batch size's: late synchronisation, stale weights, compression, precision,
   * optimizer.
   */
  readonly tokenCosts: TokenCosts<N> | null;
  /** The run to a loss; null unless the plan has a loss to reach. */
  readonly toLoss: LossTarget<N> | null;
  /** The model with the lowest loss for the run's FLOPs. */
  readonly computeOptimal: { readonly params: N; readonly tokens: N; readonly loss: N } | null;
  /**
   * Tokens of a batch that DeepSeek's law gives for the run's FLOPs. `suggestedLearningRate` is from the same
   * law.
   */
  readonly suggestedBatch: N | null;
  readonly suggestedLearningRate: N | null;
  /** Learning rates for the plan's batch; null unless one was tuned at another batch. */
  readonly learningRate: {
    readonly linear: N;
    readonly squareRoot: N;
    readonly noiseScale: N | null;
    readonly warmUp: N;
  } | null;
}

/** The run to a given loss. */
export interface LossTarget<N = number> {
  readonly tokens: N;
  readonly steps: N;
  /** Duration, s, including lost work where the cluster fails. */
  readonly time: N;
  /** Cost of the run; null without a price. */
  readonly cost: Breakdown<N> | null;
}
