import type { Model } from "../../scenario/model.ts";

/** Whether queries and keys are rotated by their positions. */
export function isRotary({ positions }: Pick<Model, "positions">): boolean {
  return positions === "rotary" || positions === "yarn";
}
