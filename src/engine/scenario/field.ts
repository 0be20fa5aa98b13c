import type { Plan } from "./plan.ts";

/** What a number may depend on: fields of the plan, and the model and the cluster as wholes. */
export type Field = keyof Plan | "model" | "cluster";
