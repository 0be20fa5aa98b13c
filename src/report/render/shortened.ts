import type { Cell, Table } from "../document/document.ts";

/** Limit on the drawn rows of a table. `toJson` gives all rows. */
const MOST = 100;
/** Number of rows at the end of a shortened table. */
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

/** A table with all its rows built. */
export interface DrawnTable extends Table {
  readonly rows: readonly (readonly Cell[])[];
  /** Row that states the number of omitted rows. */
  readonly gap?: { readonly at: number; readonly text: string };
}
