import type { Placement } from "./placement.ts";

/**
 * Pipeline schedule as data: the pieces of the model on each rank, and each rank's passes in order. Under
 * placement `both_ends`, the first half of the micro-batches enters at the first rank (stream 0, chunk 0) and
 * the second half at the last rank (stream 1, chunk 1).
 */
export interface PipelineSchedule {
  readonly microBatches: number;
  readonly placement: Placement;
  /** Pass codes (pass.ts) of each rank, in order. */
  readonly orders: readonly Int32Array[];
  /** Rule for placing passes for gradients of weights in the orders; null where the orders list every pass. */
  readonly fill: Fill | null;
}

/**
 * Rule for placing passes for gradients of weights. A rank runs them while it waits, and when it holds its
 * limit of activations. A chunk's activations are held from its forward to its gradients of the weights.
 */
export interface Fill {
  /** Largest number of chunks whose activations a rank may hold at once. */
  readonly most: number;
  /** True where a waiting rank may run forwards of its first chunk before their place in the order (ZB-V). */
  readonly early: boolean;
  /** Assumed pass times, each of which gives one planned order. A run uses the fastest of these orders. */
  readonly plannedFor: readonly Proportions[];
}

/** Assumed pass times of a chunk, in a common arbitrary unit. Only their ratios matter. */
export interface Proportions {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number;
  /**
   * Additional time of the last piece of the model for the language-model head, as a share of each pass time.
   */
  readonly head: number;
}
