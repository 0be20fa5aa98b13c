/**
 * Lower bounds of a step's time that a search computes in turn, loosest and cheapest first: see `StepBound`. All but the last hold
 * for every candidate of a branch.
 */
export type Known =
  | "compute"
  | "exposed"
  | "layers"
  | "pipeline"
  | "dataParallel"
  | "microBatch"
  | "allButBubble";

/** Bound that first orders the branches. */
export const FIRST = "compute" satisfies Known;

/** Bound that follows each one: tighter, and slower to compute. Null after the last. */
export const CLOSER = {
  compute: "exposed",
  exposed: "layers",
  layers: "pipeline",
  pipeline: "dataParallel",
  dataParallel: "microBatch",
  microBatch: "allButBubble",
  allButBubble: null,
} as const satisfies Readonly<Record<Known, Known | null>>;

/** Larger of two bounds. NaN bounds nothing, and must not replace a number. */
export const atLeast = (bound: number, closer: number): number => (closer > bound ? closer : bound);
