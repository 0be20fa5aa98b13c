import type { Plan } from "./plan.ts";

/** A dependency of a number: a field of the plan, or the model or the cluster as a whole. */
export type Field = keyof Plan | "model" | "cluster";
