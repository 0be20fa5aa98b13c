import type { Plan, Schedule } from "./scenario.ts";

/** Schedules that run the gradients of the weights as passes of their own. */
export function splitsBackward(schedule: Schedule): boolean {
  return schedule === "zb_h1" || schedule === "zb_h2" || schedule === "zb_v" || schedule === "dualpipe";
}

/**
 * Chunks of layers that a stage holds: `vpp`, and two under the schedules that fold the model into a V (ZB-V) or run it
 * from both ends (DualPipe).
 */
export function chunksPerStage({ schedule, vpp }: Pick<Plan, "schedule" | "vpp">): number {
  return schedule === "zb_v" || schedule === "dualpipe" ? 2 : vpp;
}

/** Pieces that the layers are cut into. DualPipe's stages hold two of them, and each piece is on two stages. */
export function modelPieces(plan: Pick<Plan, "schedule" | "vpp" | "pp">): number {
  return plan.schedule === "dualpipe" ? plan.pp : plan.pp * chunksPerStage(plan);
}

/**
 * Which piece of the model a chunk of a stage is: the (c * pp + r)-th when interleaved (arXiv:2104.04473, section 2.2.2);
 * up and down again in a V (arXiv:2401.10241, section 6); counted from either end under DualPipe (arXiv:2412.19437, figure 5).
 */
export function pieceOf(
  { schedule, pp }: Pick<Plan, "schedule" | "pp">,
  stage: number,
  chunk: number,
): number {
  if (schedule === "zb_v") return chunk === 0 ? stage : 2 * pp - 1 - stage;
  if (schedule === "dualpipe") return chunk === 0 ? stage : pp - 1 - stage;
  return chunk * pp + stage;
}
