import type { Algebra } from "../core/algebra.ts";
import type { Proportions } from "./pipelineSchedule.ts";
import type { Placement, PlacementKind } from "./placement.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";

/** All that sets a pipeline schedule apart. `scheduleRows.ts` has one row a schedule. */
export interface ScheduleRow {
  /** Chunks on each rank; `vpp` where the plan decides. */
  readonly chunks: 1 | 2 | "vpp";
  readonly placement: PlacementKind;
  /** True where the gradients of the weights are separate passes. */
  readonly splits: boolean;
  /** True where idle time ÷ compute time of equal stages is (p - 1)/(v m) (arXiv:2104.04473, section 2.2). */
  readonly closed: boolean;
  /**
   * True where the pipeline drains for one update a step. Otherwise it updates after every micro-batch, with
   * stale gradients.
   */
  readonly drains: boolean;
  /**
   * True where ranks begin the next step without waiting for others to end this one (arXiv:2401.10241,
   * section 4).
   */
  readonly staggers: boolean;
  /** Least number of micro-batches for each stage. */
  readonly least: number;
  /** True where micro-batches run through a chunk in groups of `plan.micro_batch_group` before the next chunk. */
  readonly grouped: boolean;
  /** A search's use of the schedule: the least chunks a stage that it tries, or why it never tries the schedule. */
  readonly search: { readonly leastChunks: number } | { readonly never: string };
  /** Passes of every rank, in order. Assumes valid degrees (refusals.ts). */
  readonly orders: (plan: ScheduledPlan, placement: Placement) => readonly Int32Array[];
  /** The rule that fills in gradients of weights; null where every pass is listed. */
  readonly fill: FillRule | null;
  /**
   * Micro-batches whose activations a stage holds at its peak. Counted for a whole stage: a chunk counts by its
   * share of the layers.
   */
  readonly inFlight: <N>(at: HeldAt<N>) => N;
}

export interface FillRule {
  /** Limit of a rank's held activations over `pp` stages, in chunks. */
  readonly most: (pp: number) => number;
  /** True where a waiting rank may run forwards of its first chunk early (ZB-V). */
  readonly early: boolean;
  /** Assumed pass times, one set for each planned order. */
  readonly plannedFor: readonly Proportions[];
}

/** A stage of a plan in an algebra, for a schedule's count of micro-batches in flight. */
export interface HeldAt<N> {
  readonly alg: Algebra<N>;
  /** The plan's degrees as numbers of the algebra. */
  readonly x: { readonly one: N; readonly pp: N; readonly vpp: N; readonly microBatches: N };
  readonly plan: ScheduledPlan;
  readonly stage: number;
}
