import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Candidates, Point } from "../../../engine/search/candidates.ts";
import type { Context } from "./context.ts";
import type { Poison, ScenarioValue, Value } from "./value.ts";

/**
 * Scenarios of a table or a search, made field by field. A field that does not depend on a choice is not read again when that
 * choice changes.
 */
export interface PlanCandidates extends Candidates {
  /** True where there is a scenario at a point. */
  makes(point: Point): boolean;
  /**
   * Memoises `read`, which gets a value from a row. The value is read once for all points that agree in the settings that it was
   * seen to depend on.
   */
  memoised(asking: Context, read: (row: ScenarioValue) => Value): (point: Point) => Value;
  /** Scenario at a point, as a value of the language. */
  rowAt(point: Point): ScenarioValue | Poison;
  /** A point's choices, or one of them, as the language writes them: `tp = 8, sequence_parallel = true`. */
  textOf(point: Point, choice?: number): string;
  /** Counter that grows whenever a field is read. */
  readonly clock: number;
  /**
   * Visits the plan fields at a point that were read after the counter `clock` had the given value. Returns false where a visit
   * does, where another part of the scenario was read as well, or where the point has no scenario.
   */
  planSince(clock: number, point: Point, visit: (field: keyof Plan, value: unknown) => boolean): boolean;
  /** Error in the program's text, as opposed to an invalid combination; null where none was found. */
  mistake(): Poison | null;
}
