import type { Plan } from "../scenario/plan.ts";
import type { Schedule } from "../scenario/scheduleName.ts";
import { pieceOn, piecesOf } from "./placement.ts";
import type { PlacedPlan } from "./scheduledPlan.ts";
import { placementOf, traitsOf } from "./traits.ts";

/** True where the schedule runs gradients of weights as separate passes. */
export function splitsBackward(schedule: Schedule): boolean {
  return traitsOf(schedule).splits;
}

/** Number of chunks of layers on a stage: `vpp`, or the schedule's own number. */
export function chunksPerStage({ schedule, vpp }: Pick<Plan, "schedule" | "vpp">): number {
  const { chunks } = traitsOf(schedule);
  return chunks === "vpp" ? vpp : chunks;
}

/**
 * Number of pieces into which the model's layers are divided for a plan. Where two copies of the pipeline run,
 * each piece is on two stages.
 */
export function modelPieces(plan: PlacedPlan): number {
  return piecesOf(placementOf(plan));
}

/**
 * Number of copies of the whole pipeline: 2 where two pipelines run in opposite directions (DualPipe),
 * otherwise 1. Each copy holds the whole model and processes its share of the micro-batches.
 */
export function pipelineCopies(plan: PlacedPlan): 1 | 2 {
  return placementOf(plan).kind === "both_ends" ? 2 : 1;
}

/** Index of the piece of the model's layers that a chunk of a stage holds, in the model's order. */
export function pieceOf(plan: PlacedPlan, stage: number, chunk: number): number {
  const { schedule, pp, ownSchedule } = plan;
  return pieceOn(ownSchedule?.placement ?? traitsOf(schedule).placement, pp, stage, chunk);
}
