/** The bounds of a step, each no less than the one before: `StepBound`. Until `settled` they are of all candidates of a branch. */
export type Known = "kernels" | "rough" | "sent" | "waited" | "replicas" | "least" | "settled";

/** The bound that a branch is cut by first. */
export const FIRST = "kernels" satisfies Known;

/** The bound that is worked out next; null behind the last. */
export const CLOSER = {
  ...{ kernels: "rough", rough: "sent", sent: "waited", waited: "replicas" },
  ...{ replicas: "least", least: "settled", settled: null },
} as const satisfies Readonly<Record<Known, Known | null>>;

/** The larger of two bounds. One that is no number bounds nothing: among others it would hide those that are smaller. */
export const atLeast = (bound: number, closer: number): number => (closer > bound ? closer : bound);
