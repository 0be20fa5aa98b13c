import type { Plan } from "../scenario/plan.ts";

/** Fields of a plan that the order of a pipeline schedule depends on. */
export type ScheduledPlan = PlacedPlan & Pick<Plan, "numMicroBatches" | "microBatchGroup">;

/** The fields of a plan that determine the placement of chunks. */
export type PlacedPlan = Pick<Plan, "schedule" | "pp" | "vpp" | "ownSchedule">;
