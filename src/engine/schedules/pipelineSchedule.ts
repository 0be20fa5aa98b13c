import type { Placement } from "./placement.ts";

/**
 * A pipeline schedule as data: which rank holds which piece of the model, and what each rank runs in which order. Micro-batch
 * k of a chunk under `both_ends` belongs to the stream of that chunk: the first half of them to chunk 0.
 */
export interface PipelineSchedule {
  readonly microBatches: number;
  readonly placement: Placement;
  /** Codes of passes (pass.ts), by rank, in order. */
  readonly orders: readonly Int32Array[];
  /** Where gradients of weights are not listed: the rule that a rank's are put in by. null where every pass is listed. */
  readonly fill: Fill | null;
}

/**
 * A rank runs gradients of weights when it holds as many activations as it may, and while it waits. Chunks' activations are
 * held from forward until the gradients of the weights.
 */
export interface Fill {
  /** Chunks' activations that a rank may hold. */
  readonly most: number;
  /** A rank may run forwards of its first chunk ahead of their place in the order, while it waits (ZB-V). */
  readonly early: boolean;
  /** What passes are taken to last when the order is planned, each way: a run has the best of them. */
  readonly plannedFor: readonly Proportions[];
}

/** Times of passes relative to each other. */
export interface Proportions {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number;
  /** How much longer the last piece of the model takes, which has the head. */
  readonly head: number;
}
