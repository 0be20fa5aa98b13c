/**
 * The lower bounds of a step's time that a search works out one after another, loosest and cheapest first: see `StepBound`. All but the last hold for
 * every candidate of a branch.
 */
export type Known =
  | "compute"
  | "exposed"
  | "layers"
  | "pipeline"
  | "dataParallel"
  | "microBatch"
  | "allButBubble";

/** The bound by which branches are first ordered. */
export const FIRST = "compute" satisfies Known;

/** The bound that follows each one: tighter, and slower to work out. Null after the last. */
export const CLOSER = {
  compute: "exposed",
  exposed: "layers",
  layers: "pipeline",
  pipeline: "dataParallel",
  dataParallel: "microBatch",
  microBatch: "allButBubble",
  allButBubble: null,
} as const satisfies Readonly<Record<Known, Known | null>>;

/** The larger of two bounds. NaN bounds nothing, and must not hide a branch with a lower bound. */
export const atLeast = (bound: number, closer: number): number => (closer > bound ? closer : bound);
