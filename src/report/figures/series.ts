import type { Pair, Points } from "./points.ts";

export interface Series {
  readonly label: string;
  /** Points of the series as pairs, or as columns where there are many. */
  readonly points: Points | readonly Pair[];
}
