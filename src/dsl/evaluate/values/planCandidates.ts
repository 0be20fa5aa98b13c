import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Candidates, Point } from "../../../engine/search/candidates.ts";
import type { Context } from "./context.ts";
import type { Poison, ScenarioValue, Value } from "./value.ts";

/**
 * Scenarios that a table or a search combines from its choices. Only fields that depend on a changed choice are read
 * again.
 */
export interface PlanCandidates extends Candidates {
  /** True where the values chosen at a point make a scenario without errors. */
  makes(point: Point): boolean;
  /**
   * Memoises a function of a scenario. It is evaluated once for all points that agree in the settings that its value
   * was seen to depend on.
   */
  memoised(asking: Context, read: (row: ScenarioValue) => Value): (point: Point) => Value;
  /** Scenario at a point, as a value of the language. */
  rowAt(point: Point): ScenarioValue | Poison;
  /** Text of the values chosen at a point, or of one choice's value: `tp = 8, sequence_parallel = true`. */
  textOf(point: Point, choice?: number): string;
  /** Counter that grows whenever a scenario's field is read, so that a caller can ask which fields changed since. */
  readonly clock: number;
  /**
   * Calls `visit` for each plan field that was read for this point after the counter had the value `clock`. Returns
   * false where `visit` does, where another part of the scenario was read as well, or where the point has no scenario.
   */
  planSince(clock: number, point: Point, visit: (field: keyof Plan, value: unknown) => boolean): boolean;
  /**
   * Error in the program's text that a candidate revealed, in contrast to an invalid combination; null where none was
   * found.
   */
  mistake(): Poison | null;
}
