import type { Quantity, ScenarioValue, Value } from "./value.ts";

/** Function object that reads one expression on table rows whose answers the table has computed before. */
export interface RowReader {
  /** Value of the expression on a row; undefined where the table has no answer for the row yet. */
  value(row: ScenarioValue): Value | undefined;
  /**
   * Value of the expression on some row, as a pattern for all rows: they share its dimension and unit, and `number`
   * gives the number on each row. Null before the first read.
   */
  readonly alike?: Quantity | null;
  number?(row: ScenarioValue): number | undefined;
}
