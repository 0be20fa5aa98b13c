import { readCsv } from "../../dsl/csv/readCsv.ts";
import { numberOf } from "./cells.ts";

/**
 * One measured run: its cells by column, without blank ones. `validation/README.md` describes the columns.
 */
export interface Row {
  readonly id: string;
  readonly source: string;
  /** Text of a cell in one line, trimmed. undefined when the table leaves it blank. */
  text(column: string): string | undefined;
  /** Number in a cell (see `numberOf`). undefined when it is blank or no number. */
  number(column: string): number | undefined;
}

/**
 * Rows of a table of measured runs (RFC 4180, a header line first; the case of its names does not matter).
 * Throws on a text that is no such table.
 */
export function readRows(csv: string): readonly Row[] {
  return readTable(csv).rows;
}

/** Rows of a table of measured runs, with the column names of its header. */
export function readTable(csv: string): {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
} {
  const { records, problem } = readCsv(csv);
  if (problem) throw new Error(`row ${records.length + 1}: ${problem.what}`);
  const [header, ...body] = records;
  const columns = header?.cells.map((cell) => cell.text) ?? [];
  const [only = "", second] = columns;
  if (second === undefined && /[;\t]/.test(only))
    throw new Error(
      `its columns are separated by ${only.includes(";") ? "semicolons" : "tabs"}, not by commas`,
    );
  const rows = body.map(({ cells }, at) =>
    rowOf(
      Object.fromEntries(columns.map((column, index) => [column, cells[index]?.text ?? ""])),
      `row ${at + 1}`,
    ),
  );
  return { columns, rows };
}

/** A row with some cells replaced. */
export function withCells(row: Row, cells: Readonly<Record<string, string | number>>): Row {
  const text = (column: string) => (column in cells ? String(cells[column]) : row.text(column));
  return { ...row, text, number: (column) => numberOf(text(column), column) };
}

/** A row from its cells. `fallback` names a row without an id. */
export function rowOf(cells: Readonly<Record<string, string>>, fallback = "row"): Row {
  const filled = new Map(
    Object.entries(cells)
      .map(([column, cell]) => [column.toLowerCase(), cell.replace(/\s+/g, " ").trim()] as const)
      .filter(([, cell]) => cell !== ""),
  );
  const text = (column: string) => filled.get(column.toLowerCase());
  return {
    id: text("id") ?? fallback,
    source: text("source") ?? "not stated",
    text,
    number: (column) => numberOf(text(column), column),
  };
}
