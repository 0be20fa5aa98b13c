import type { Plan } from "../../engine/scenario/plan.ts";
import type { Row } from "../row.ts";
import { saidOf } from "./said.ts";

/** What a run that was timed as a whole has beside its full steps. */
export interface WholeRun {
  readonly sequences: number;
  readonly fullSteps: number;
  /** Its last step, of what sequences were left; null where none were. */
  readonly rest: Pick<Plan, "microBatch" | "globalBatch"> | null;
}

/** The run of a row whose source says how many sequences it was timed over; null for a row that gives a step's time. */
export function wholeRunOf(row: Row, { dp, globalBatch }: Pick<Plan, "dp" | "globalBatch">): WholeRun | null {
  const { sequences } = saidOf(row);
  if (sequences === undefined) return null;
  const fullSteps = Math.floor(sequences / globalBatch);
  const left = sequences - fullSteps * globalBatch;
  const microBatch = Math.ceil(left / dp);
  return { sequences, fullSteps, rest: left === 0 ? null : { microBatch, globalBatch: microBatch * dp } };
}
