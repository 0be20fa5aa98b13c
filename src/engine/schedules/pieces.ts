import type { Plan } from "../scenario/plan.ts";
import type { Schedule } from "../scenario/scheduleName.ts";
import { pieceOn, piecesOf } from "./placement.ts";
import { type PlacedPlan, placementOf, traitsOf } from "./traits.ts";

/** Schedules that run the gradients of the weights as passes of their own. */
export function splitsBackward(schedule: Schedule): boolean {
  return traitsOf(schedule).splits;
}

/** Chunks of layers that a stage holds: `vpp`, or what the schedule itself wants. */
export function chunksPerStage({ schedule, vpp }: Pick<Plan, "schedule" | "vpp">): number {
  const { chunks } = traitsOf(schedule);
  return chunks === "vpp" ? vpp : chunks;
}

/** Pieces that the layers are cut into; where two copies run against each other, each piece is on two stages. */
export function modelPieces(plan: PlacedPlan): number {
  return piecesOf(placementOf(plan));
}

/** Copies of the whole pipeline that run against each other, each with its share of the micro-batches and with all of the model. */
export function pipelineCopies(plan: PlacedPlan): 1 | 2 {
  return placementOf(plan).kind === "both_ends" ? 2 : 1;
}

/** Which piece of the model a chunk of a stage is. */
export function pieceOf(plan: PlacedPlan, stage: number, chunk: number): number {
  const { schedule, pp, ownSchedule } = plan;
  return pieceOn(ownSchedule?.placement ?? traitsOf(schedule).placement, pp, stage, chunk);
}
