/**
 * Name of a lower bound of a step's time. A search computes the bounds one after another, loosest and cheapest first (see
 * `StepBound`). Every bound except `allButBubble` holds for all candidates of a branch.
 */
export type Known =
  | "compute"
  | "exposed"
  | "layers"
  | "pipeline"
  | "dataParallel"
  | "microBatch"
  | "allButBubble";

/** Loosest and cheapest lower bound of the step's time. A search first orders its branches by this bound. */
export const FIRST = "compute" satisfies Known;

/** Next bound of the step's time after each bound: tighter, and slower to compute. Null after the tightest. */
export const CLOSER = {
  compute: "exposed",
  exposed: "layers",
  layers: "pipeline",
  pipeline: "dataParallel",
  dataParallel: "microBatch",
  microBatch: "allButBubble",
  allButBubble: null,
} as const satisfies Readonly<Record<Known, Known | null>>;

/** Larger of two lower bounds. Returns `bound` where `closer` is NaN, because NaN bounds nothing. */
export const atLeast = (bound: number, closer: number): number => (closer > bound ? closer : bound);
