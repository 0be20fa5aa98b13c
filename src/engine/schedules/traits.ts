import type { Plan } from "../scenario/plan.ts";
import type { Schedule } from "../scenario/scheduleName.ts";
import type { Placement, PlacementKind } from "./placement.ts";

/** What sets a schedule apart before any pass is laid out. */
export interface ScheduleTraits {
  /** Chunks that each rank holds; `vpp` where the plan says. */
  readonly chunks: 1 | 2 | "vpp";
  readonly placement: PlacementKind;
  /** Whether the gradients of the weights are passes of their own. */
  readonly splits: boolean;
  /** Whether (p - 1)/(v m) is what stages of equal time wait, over their work (arXiv:2104.04473, section 2.2). */
  readonly closed: boolean;
  /** Whether the pipeline empties for one update a step. One that does not updates after every micro-batch, with older gradients. */
  readonly drains: boolean;
  /** Whether ranks begin the next step without waiting for each other to end this one (arXiv:2401.10241, section 4). */
  readonly staggers: boolean;
  /** Micro-batches for each stage, at least. */
  readonly least: number;
}

const LINE: ScheduleTraits = {
  ...{ chunks: 1, placement: "loop", splits: false, closed: false, drains: true, staggers: false, least: 0 },
};
/** Gradients of weights fill bubbles. */
const ZERO_BUBBLE: ScheduleTraits = { ...LINE, splits: true, staggers: true };
const V_SHAPE: ScheduleTraits = { ...ZERO_BUBBLE, chunks: 2, placement: "v" };
/** Forwards of one direction overlap backwards of the other. */
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

/** Those of them that say where chunks lie. */
export type PlacedPlan = Pick<Plan, "schedule" | "pp" | "vpp" | "ownSchedule">;

export function placementOf({ schedule, pp, vpp, ownSchedule }: PlacedPlan): Placement {
  const { placement, chunks } = traitsOf(schedule);
  return { kind: ownSchedule?.placement ?? placement, ranks: pp, chunks: chunks === "vpp" ? vpp : chunks };
}
