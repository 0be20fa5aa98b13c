import type { Placement } from "./placement.ts";

/**
 * A pipeline schedule as data: the pieces of the model on each rank, and each rank's passes in order. Under
 * `both_ends`, the first half of the micro-batches enters at the first rank (stream 0, chunk 0) and the second
 * half at the last rank (stream 1, chunk 1).
 */
export interface PipelineSchedule {
  readonly microBatches: number;
  readonly placement: Placement;
  /** Pass codes (pass.ts) of each rank, in order. */
  readonly orders: readonly Int32Array[];
  /** Rule for placing the gradients of weights; null where the orders list every pass. */
  readonly fill: Fill | null;
}

/**
 * Rule for placing the gradients of weights: a rank computes them while it waits, and when it holds its limit
 * of activations. A chunk's activations are held from forward until the gradients of the weights.
 */
export interface Fill {
  /** Most chunks whose activations a rank may hold at once. */
  readonly most: number;
  /** True where a waiting rank may run forwards of its first chunk early (ZB-V). */
  readonly early: boolean;
  /** Assumed ratios of pass times, with one planned order for each. A run uses the fastest of the orders. */
  readonly plannedFor: readonly Proportions[];
}

/** Pass times in a common arbitrary unit, so that only their ratios matter. */
export interface Proportions {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number;
  /** Extra time of the last piece of the model, which has the head, as a share of its pass time. */
  readonly head: number;
}
