import type { Table } from "../document.ts";

/** Rows of a table that are drawn: more is data, which `toJson` gives whole. */
const MOST = 100;
/** Of these, how many are the last ones. */
const TAIL = 10;

/** A long table's first and last rows with a row between that counts those left out; any other table itself. */
export function shortened(table: Table): Table {
  const { rows } = table;
  if (rows.length <= MOST + 1) return table;
  const left = rows.length - MOST;
  const gap = [{ text: `… ${left.toLocaleString("en-US")} more rows` }];
  return { ...table, rows: [...rows.slice(0, MOST - TAIL), gap, ...rows.slice(-TAIL)] };
}
