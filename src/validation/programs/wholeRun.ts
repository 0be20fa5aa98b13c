import type { Plan } from "../../engine/scenario/plan.ts";
import type { Row } from "../rows/row.ts";
import { sourceFacts } from "../rows/sourceFacts.ts";

/** Steps of a run that was timed as a whole. */
export interface WholeRun {
  readonly sequences: number;
  readonly fullSteps: number;
  /** Batch sizes of the last step, which takes the remaining sequences. null where none remain. */
  readonly rest: Pick<Plan, "microBatch" | "globalBatch"> | null;
}

/**
 * Whole run of a row whose source states the number of timed sequences. null for a row with a step's time.
 */
export function wholeRunOf(row: Row, { dp, globalBatch }: Pick<Plan, "dp" | "globalBatch">): WholeRun | null {
  const { sequences } = sourceFacts(row);
  if (sequences === undefined) return null;
  const fullSteps = Math.floor(sequences / globalBatch);
  const left = sequences - fullSteps * globalBatch;
  const microBatch = Math.ceil(left / dp);
  return { sequences, fullSteps, rest: left === 0 ? null : { microBatch, globalBatch: microBatch * dp } };
}
