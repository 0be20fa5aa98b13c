import type { Plan } from "./plan.ts";

/** Something that a number depends on: one field of the plan, or the whole model or cluster. */
export type Field = keyof Plan | "model" | "cluster";
