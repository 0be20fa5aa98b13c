import type { Cell, Table } from "../document.ts";

/** Rows of a table that are drawn: more is data, which `toJson` gives whole. */
const MOST = 100;
/** Of these, how many are the last ones. */
const TAIL = 10;

/** A long table's first and last rows with a row between that counts those left out; any other table itself. */
export function shortened(table: Table): DrawnTable {
  const { length } = table.rows;
  const rows = (from: number, to: number): readonly (readonly Cell[])[] =>
    Array.from({ length: to - from }, (_, at) => table.rows.at(from + at) ?? []);
  if (length <= MOST + 1) return { ...table, rows: rows(0, length) };
  const text = `… ${(length - MOST).toLocaleString("en-US")} more rows`;
  return {
    ...table,
    rows: [...rows(0, MOST - TAIL), [{ text }], ...rows(length - TAIL, length)],
    gap: { at: MOST - TAIL, text },
  };
}

/** A table with all its rows at hand. */
export interface DrawnTable extends Table {
  readonly rows: readonly (readonly Cell[])[];
  /** The row that says how many are left out. */
  readonly gap?: { readonly at: number; readonly text: string };
}
