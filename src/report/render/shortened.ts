import type { Cell, Table } from "../document/document.ts";

/** Limit on the rows of a table that are drawn. `toJson` gives all rows. */
const MOST = 100;
/** Number of last rows that a shortened table keeps. */
const TAIL = 10;

/**
 * Table reduced to its first and last rows, with a row in between that counts the omitted ones. A short table
 * is unchanged.
 */
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

/** Table with all its rows built, as it is drawn. */
export interface DrawnTable extends Table {
  readonly rows: readonly (readonly Cell[])[];
  /** Index and text of the row that states the number of omitted rows. Absent where none are omitted. */
  readonly gap?: { readonly at: number; readonly text: string };
}
