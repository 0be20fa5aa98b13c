import type { Plan, Schedule } from "../scenario.ts";
import type { Placement, PlacementKind } from "./placement.ts";

/** What sets a schedule apart before any pass is laid out. */
export interface ScheduleTraits {
  /** Chunks that each rank holds; `vpp` where the plan says. */
  readonly chunks: 1 | 2 | "vpp";
  readonly placement: PlacementKind;
  /** Whether the gradients of the weights are passes of their own. */
  readonly splits: boolean;
  /** What a stage waits is a formula (pipelineWait.ts); otherwise every pass is simulated. */
  readonly closed: boolean;
  /** Whether the pipeline empties for one update a step. One that does not updates after every micro-batch, with older gradients. */
  readonly drains: boolean;
}

const TRAITS: Readonly<Record<Schedule, ScheduleTraits>> = {
  naive: { chunks: 1, placement: "loop", splits: false, closed: false, drains: true },
  gpipe: { chunks: 1, placement: "loop", splits: false, closed: true, drains: true },
  "1f1b": { chunks: 1, placement: "loop", splits: false, closed: true, drains: true },
  interleaved_1f1b: { chunks: "vpp", placement: "loop", splits: false, closed: true, drains: true },
  breadth_first: { chunks: "vpp", placement: "loop", splits: false, closed: false, drains: true },
  pipedream: { chunks: 1, placement: "loop", splits: false, closed: true, drains: false },
  zb_h1: { chunks: 1, placement: "loop", splits: true, closed: true, drains: true },
  zb_h2: { chunks: 1, placement: "loop", splits: true, closed: true, drains: true },
  zb_v: { chunks: 2, placement: "v", splits: true, closed: true, drains: true },
  v_half: { chunks: 2, placement: "v", splits: true, closed: false, drains: true },
  v_min: { chunks: 2, placement: "v", splits: true, closed: false, drains: true },
  dualpipe: { chunks: 2, placement: "both_ends", splits: true, closed: true, drains: true },
  custom: { chunks: "vpp", placement: "loop", splits: true, closed: false, drains: true },
  dualpipe_v: { chunks: 2, placement: "v", splits: true, closed: false, drains: true },
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
