import type { Algebra } from "../core/algebra.ts";
import type { Proportions } from "./pipelineSchedule.ts";
import type { Placement, PlacementKind } from "./placement.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";

/** Properties of one pipeline schedule. `scheduleRows.ts` has one row for each schedule. */
export interface ScheduleRow {
  /** Number of chunks of layers on each rank; `"vpp"` where the plan's `vpp` decides. */
  readonly chunks: 1 | 2 | "vpp";
  readonly placement: PlacementKind;
  /**
   * True where gradients of the weights are computed in passes of their own, separate from the gradients of the
   * inputs.
   */
  readonly splits: boolean;
  /**
   * True where idle time ÷ compute time has the closed form (p - 1)/(v m) for equal stages (arXiv:2104.04473,
   * section 2.2).
   */
  readonly closed: boolean;
  /**
   * True where the pipeline drains once per step, before its one weight update. False where the weights are updated after every
   * micro-batch, with stale gradients.
   */
  readonly drains: boolean;
  /**
   * True where ranks run forward and backward passes in turn between the warm-up and the cool-down of the pipeline.
   * False where all forward passes come before all backward passes.
   */
  readonly steady: boolean;
  /**
   * True where ranks begin the next step without waiting for other ranks to end the current step
   * (arXiv:2401.10241, section 4).
   */
  readonly staggers: boolean;
  /**
   * Smallest number of micro-batches that the schedule can run, as a multiple of the number of stages; 0 for no
   * limit.
   */
  readonly least: number;
  /** True where micro-batches run through a chunk in groups of `plan.micro_batch_group` before the next chunk. */
  readonly grouped: boolean;
  /**
   * Use of the schedule in a search: the smallest number of chunks a stage that the search tries, or the reason
   * why it never tries the schedule.
   */
  readonly search: { readonly leastChunks: number } | { readonly never: string };
  /**
   * Function that lists the passes of every rank, in order. Assumes valid degrees, which refusals.ts checks.
   */
  readonly orders: (plan: ScheduledPlan, placement: Placement) => readonly Int32Array[];
  /** Rule for placing passes for gradients of weights in the orders; null where the orders list every pass. */
  readonly fill: FillRule | null;
  /**
   * Function that returns the number of micro-batches whose activations a stage holds at its peak. A chunk
   * counts as its share of the stage's layers.
   */
  readonly inFlight: <N>(at: HeldAt<N>) => N;
}

export interface FillRule {
  /**
   * Function that returns, for `pp` stages, the largest number of chunks whose activations a rank may hold at
   * once.
   */
  readonly most: (pp: number) => number;
  /** True where a waiting rank may run forwards of its first chunk before their place in the order (ZB-V). */
  readonly early: boolean;
  /** Assumed pass times, each of which gives one planned order. */
  readonly plannedFor: readonly Proportions[];
}

/**
 * Input of `inFlight`: a pipeline stage of a plan, with the algebra that computes either numbers or
 * derivations.
 */
export interface HeldAt<N> {
  readonly alg: Algebra<N>;
  /** The plan's degrees as values of the algebra `alg`. */
  readonly x: { readonly one: N; readonly pp: N; readonly vpp: N; readonly microBatches: N };
  readonly plan: ScheduledPlan;
  readonly stage: number;
}
