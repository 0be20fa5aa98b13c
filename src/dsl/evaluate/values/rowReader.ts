import type { Quantity, ScenarioValue, Value } from "./value.ts";

/** Reads an expression on rows whose answers are known ahead of their evaluation. */
export interface RowReader {
  /** Value of the expression on a row; undefined where the row is not known ahead. */
  value(row: ScenarioValue): Value | undefined;
  /**
   * Value that stands for those of all rows, which differ only in their numbers; null before the first was read. `number` gives a
   * row's number.
   */
  readonly alike?: Quantity | null;
  number?(row: ScenarioValue): number | undefined;
}
