import type { Model } from "../../scenario/model.ts";

/** True where queries and keys get rotary position embeddings. */
export function isRotary({ positions }: Pick<Model, "positions">): boolean {
  return positions === "rotary" || positions === "yarn";
}
