import type { Pair, Points } from "./points.ts";

export interface Series {
  readonly label: string;
  /** Points as pairs, or as columns where they are many. */
  readonly points: Points | readonly Pair[];
}
