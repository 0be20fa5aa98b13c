import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Candidates, Point } from "../../../engine/search/candidates.ts";
import type { Context } from "./context.ts";
import type { Poison, ScenarioValue, Value } from "./value.ts";

/** The scenarios of a table or a search, made field by field: one that does not depend on a choice is not read again when it turns. */
export interface PlanCandidates extends Candidates {
  /** Whether there is a scenario at a point. */
  makes(point: Point): boolean;
  /** Something of the row at each point, read once for all points that agree in the settings that it was seen to depend on. */
  settled(asking: Context, read: (row: ScenarioValue) => Value): (point: Point) => Value;
  /** The scenario at a point as the language sees it. */
  rowAt(point: Point): ScenarioValue | Poison;
  /** A point's choices, or one of them, as the language writes them: `tp = 8, sequence_parallel = true`. */
  textOf(point: Point, choice?: number): string;
  /** Grows whenever a field is read anew. */
  readonly clock: number;
  /**
   * Visits the fields of the plan at a point that were read anew since the clock stood there. False where a visit says so, where other
   * parts of the scenario were read anew as well, and where there is none.
   */
  planSince(clock: number, point: Point, visit: (field: keyof Plan, value: unknown) => boolean): boolean;
  /** A mistake in the text, as against a combination that does not work out; null where none was met. */
  mistake(): Poison | null;
}
