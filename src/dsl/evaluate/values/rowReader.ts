import type { Quantity, ScenarioValue, Value } from "./value.ts";

/** How an expression is read of rows that are known ahead. */
export interface RowReader {
  /** Undefined where a row is not known ahead. */
  value(row: ScenarioValue): Value | undefined;
  /** Of rows whose values differ in their numbers alone one of these values, once it was read, and the number of a row. */
  readonly alike?: Quantity | null;
  number?(row: ScenarioValue): number | undefined;
}
