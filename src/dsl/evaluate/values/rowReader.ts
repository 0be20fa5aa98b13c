import type { Quantity, ScenarioValue, Value } from "./value.ts";

/** Reader of one expression on table rows whose answers the table computed before. */
export interface RowReader {
  /** Value of the expression on a row; undefined where the table has no answer for the row yet. */
  value(row: ScenarioValue): Value | undefined;
  /**
   * Value of the expression on some row. All rows have its dimension and unit, and `number` gives each row's number.
   * Null before the first read.
   */
  readonly alike?: Quantity | null;
  number?(row: ScenarioValue): number | undefined;
}
