import type { Band } from "./marks/bandTraces.ts";
import type { Pair, Points } from "./points.ts";

export interface Series {
  readonly label: string;
  /** Points of the series as pairs, or as columns where there are many. */
  readonly points: Points | readonly Pair[];
  /** Ranges around the series' line, the widest first. */
  readonly bands?: readonly Band[];
}
