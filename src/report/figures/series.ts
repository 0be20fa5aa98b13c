import type { Pair, Points } from "./points.ts";

export interface Series {
  readonly label: string;
  /** Pairs, or columns where they are many. */
  readonly points: Points | readonly Pair[];
}
