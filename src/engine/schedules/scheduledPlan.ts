import type { Plan } from "../scenario/plan.ts";

/** Fields of a plan that determine the order of passes in its pipeline schedule. */
export type ScheduledPlan = PlacedPlan & Pick<Plan, "numMicroBatches" | "microBatchGroup">;

/** Fields of a plan that determine the placement of its chunks of layers on ranks. */
export type PlacedPlan = Pick<Plan, "schedule" | "pp" | "vpp" | "ownSchedule">;
