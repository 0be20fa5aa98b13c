import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Candidates, Point } from "../../../engine/search/candidates.ts";
import type { Context } from "./context.ts";
import type { Poison, ScenarioValue, Value } from "./value.ts";

/**
 * Scenarios that a table or a search combines from its choices. A point identifies a scenario: the index of the chosen
 * value for each choice. From one point to the next, only fields that depend on a changed choice are read again.
 */
export interface PlanCandidates extends Candidates {
  /** True where the values chosen at a point make a scenario without errors. */
  makes(point: Point): boolean;
  /**
   * Returns a memoised version of a function of a scenario. The function runs once for all points with equal values of
   * the settings that its result was seen to depend on.
   */
  memoised(asking: Context, read: (row: ScenarioValue) => Value): (point: Point) => Value;
  /** Scenario at a point, as a value of the language. */
  rowAt(point: Point): ScenarioValue | Poison;
  /**
   * Text of the field values that are chosen at a point: `tp = 8, sequence_parallel = true`. With `choice`, only the
   * values of this choice.
   */
  textOf(point: Point, choice?: number): string;
  /**
   * Counter that grows whenever a scenario's field is read. Callers compare its values to find fields that changed
   * since.
   */
  readonly clock: number;
  /**
   * Calls `visit` for each plan field that was read for this point after the counter had the value `clock`. The result
   * is false if `visit` returns false, if another part of the scenario was read as well, or if the point has no
   * scenario.
   */
  planSince(clock: number, point: Point, visit: (field: keyof Plan, value: unknown) => boolean): boolean;
  /**
   * Returns an error in the program's text that a candidate has shown; null for none. An invalid combination of
   * settings is no such error.
   */
  mistake(): Poison | null;
}
