import { quantity } from "../../units/index.ts";
import { type DataRow, type MeasuredTable, NONE, type Value } from "./values/value.ts";

/** Cells of a row of an imported file, by the names of their columns. */
export type Cells = readonly (readonly [name: string, value: Value])[];

/** Table of an imported file's records. Its columns are those of the first row. */
export function cellTable(name: string, rows: readonly Cells[]): MeasuredTable {
  return {
    ...{ kind: "data", name, columns: (rows[0] ?? []).map(([column]) => column) },
    rows: rows.map((cells): DataRow => ({ columns: new Map(cells), scenario: null, problem: null })),
  };
}

export const textCell = (value: string | null): Value => (value === null ? NONE : { kind: "text", value });

/** Number in base units of `unit`'s dimension, printed in that unit, which has `scale` of them; none for null. */
export const numberCell = (value: number | null, scale = 1, unit?: string): Value =>
  value === null ? NONE : quantity(value / scale, unit);
