import type { Plan } from "../scenario/plan.ts";

/** The fields of a plan that a schedule reads. */
export type ScheduledPlan = PlacedPlan & Pick<Plan, "numMicroBatches" | "microBatchGroup">;

/** The fields of a plan that determine the placement of chunks. */
export type PlacedPlan = Pick<Plan, "schedule" | "pp" | "vpp" | "ownSchedule">;
