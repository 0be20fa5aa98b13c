import type { Placement } from "./placement.ts";

/**
 * A pipeline schedule as data: the piece of the model on each rank, and each rank's passes in order. Under
 * `both_ends`, micro-batch k of a chunk belongs to that chunk's stream: the first half of them to chunk 0.
 */
export interface PipelineSchedule {
  readonly microBatches: number;
  readonly placement: Placement;
  /** Codes of passes (pass.ts), by rank, in order. */
  readonly orders: readonly Int32Array[];
  /** The rule that fills in gradients of weights; null where every pass is listed. */
  readonly fill: Fill | null;
}

/**
 * A rule that fills in gradients of weights: a rank runs them while it waits, and when it holds its limit of
 * activations. A chunk's activations are held from forward until the gradients of the weights.
 */
export interface Fill {
  /** Limit of a rank's held activations, in chunks. */
  readonly most: number;
  /** True where a waiting rank may run forwards of its first chunk early (ZB-V). */
  readonly early: boolean;
  /** Assumed pass times, one set for each planned order. A run uses the best of the orders. */
  readonly plannedFor: readonly Proportions[];
}

/** Times of passes relative to each other. */
export interface Proportions {
  readonly forward: number;
  readonly backward: number;
  readonly weights: number;
  /** Extra time of the last piece of the model, which has the head, as a share of its pass time. */
  readonly head: number;
}
