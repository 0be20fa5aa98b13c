import type { Plan } from "../scenario/plan.ts";
import type { Schedule } from "../scenario/scheduleName.ts";
import type { Placement, PlacementKind } from "./placement.ts";

/** Properties of a schedule that do not depend on the order of its passes. */
export interface ScheduleTraits {
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
}

const LINE: ScheduleTraits = {
  ...{ chunks: 1, placement: "loop", splits: false, closed: false, drains: true, staggers: false, least: 0 },
};
/** Zero-bubble schedules: gradients of weights fill idle time. */
const ZERO_BUBBLE: ScheduleTraits = { ...LINE, splits: true, staggers: true };
const V_SHAPE: ScheduleTraits = { ...ZERO_BUBBLE, chunks: 2, placement: "v" };
/** Bidirectional schedules: forwards of one direction overlap backwards of the other. */
const BOTH_WAYS: ScheduleTraits = { ...LINE, chunks: 2, splits: true, least: 2 };

const TRAITS: Readonly<Record<Schedule, ScheduleTraits>> = {
  naive: LINE,
  gpipe: { ...LINE, closed: true },
  "1f1b": { ...LINE, closed: true },
  interleaved_1f1b: { ...LINE, chunks: "vpp", closed: true },
  breadth_first: { ...LINE, chunks: "vpp" },
  pipedream: { ...LINE, drains: false },
  zb_h1: ZERO_BUBBLE,
  zb_h2: ZERO_BUBBLE,
  zb_v: V_SHAPE,
  v_half: V_SHAPE,
  v_min: V_SHAPE,
  dualpipe: { ...BOTH_WAYS, placement: "both_ends" },
  dualpipe_v: { ...BOTH_WAYS, placement: "v" },
  custom: { ...ZERO_BUBBLE, chunks: "vpp" },
};

export function traitsOf(schedule: Schedule): ScheduleTraits {
  return TRAITS[schedule];
}

/** The fields of a plan that a schedule reads. */
export type ScheduledPlan = PlacedPlan & Pick<Plan, "numMicroBatches" | "microBatchGroup">;

/** The fields of a plan that determine the placement of chunks. */
export type PlacedPlan = Pick<Plan, "schedule" | "pp" | "vpp" | "ownSchedule">;

export function placementOf({ schedule, pp, vpp, ownSchedule }: PlacedPlan): Placement {
  const { placement, chunks } = traitsOf(schedule);
  return { kind: ownSchedule?.placement ?? placement, ranks: pp, chunks: chunks === "vpp" ? vpp : chunks };
}
