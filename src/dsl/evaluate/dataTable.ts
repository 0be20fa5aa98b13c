import { parseUnit, printDimension, quantity, scaleFactor, suggestUnit } from "../../units/index.ts";
import type { Dimension } from "../../units/quantity.ts";
import type { Source, Span } from "../ast/ast.ts";
import { type CsvCell, readCsv } from "../csv/readCsv.ts";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.ts";
import { diagnostic } from "../diagnostics/index.ts";
import { isHardWord, readNumber } from "../syntax/index.ts";

import { type DataRow, type MeasuredTable, NONE, type Quantity, type Value } from "./values/value.ts";

/** Maximum number of rows of an imported data file. */
const MAX_ROWS = 100_000;

/** Maximum number of errors that are reported for one data file. */
const MAX_MISTAKES = 10;

interface Column {
  readonly name: string;
  readonly unit: string | null;
  /**
   * Dimension of the column's numbers. It comes from the unit in the header, or else from the first number of the
   * column. Null before either is read.
   */
  dimension: Dimension | null;
}

export type DataTable = Pick<MeasuredTable, "columns" | "rows">;

/**
 * Reads the text of a data file (CSV) as a table. The header names the columns; `step_time [s]` or `step_time (s)` also
 * gives the unit of the numbers below. A cell that is a number in the language's notation becomes a number. An empty
 * cell becomes `none`, any other cell a text.
 */
export function readDataTable(source: Source): DataTable | { readonly mistakes: readonly Diagnostic[] } {
  const { records, problem } = readCsv(source.text);
  const mistakes: Diagnostic[] = [];
  const at = (span: Span): Place => ({ source, span });
  if (problem) {
    const params = { row: records.length + 1, what: problem.what };
    return { mistakes: [diagnostic("malformed-row", params, at(problem.span))] };
  }
  const [header, ...body] = records;
  if (!header) {
    const params = { row: 1, what: "there is no header" };
    return { mistakes: [diagnostic("malformed-row", params, at({ start: 0, end: 0 }))] };
  }
  if (body.length > MAX_ROWS) {
    const params = { name: source.name, rows: body.length, limit: MAX_ROWS };
    const help = "leave out rows, or split the file";
    return { mistakes: [diagnostic("too-many-rows", params, at(header.span), { help })] };
  }
  const columns = readHeader(header.cells, at, mistakes);
  const rows: DataRow[] = [];
  for (const [index, record] of body.entries()) {
    if (mistakes.length >= MAX_MISTAKES) break;
    const { cells } = record;
    if (cells.length !== columns.length) {
      const what = `${count(cells.length, "cell")} under ${count(columns.length, "column")}`;
      mistakes.push(diagnostic("malformed-row", { row: index + 2, what }, at(record.span)));
      continue;
    }
    const values = new Map<string, Value>();
    for (const [position, column] of columns.entries()) {
      const cell = cells[position];
      if (cell) values.set(column.name, cellValue(cell, column, at, mistakes));
    }
    rows.push({ columns: values, scenario: null, problem: null });
  }
  return mistakes.length > 0
    ? { mistakes: mistakes.slice(0, MAX_MISTAKES) }
    : { columns: columns.map((column) => column.name), rows };
}

function readHeader(
  cells: readonly CsvCell[],
  at: (span: Span) => Place,
  mistakes: Diagnostic[],
): readonly Column[] {
  const first = new Map<string, CsvCell>();
  return cells.map((cell, index): Column => {
    const bracketed = /^(.*?)\s*(?:\[([^[\]]*)\]|\(([^()]*)\))$/.exec(cell.text);
    const unit = (bracketed?.[2] ?? bracketed?.[3])?.trim();
    const name = columnName(bracketed?.[1] ?? cell.text, index);
    const known = unit === undefined ? null : parseUnit(unit);
    if (unit !== undefined && !known) {
      const suggestion = suggestUnit(unit);
      const help = suggestion === null ? "brackets in a header hold the column's unit" : undefined;
      mistakes.push(
        diagnostic("unknown-unit", { unit, suggestion }, at(cell.span), help === undefined ? {} : { help }),
      );
    }
    const earlier = first.get(name);
    if (earlier) {
      mistakes.push(
        diagnostic("duplicate-definition", { name }, at(cell.span), {
          label: "the second column of this name",
          help: "give one of the columns another name",
          related: [{ place: at(earlier.span), label: "the first one" }],
        }),
      );
    } else first.set(name, cell);
    return { name, unit: known && unit !== undefined ? unit : null, dimension: known?.dimension ?? null };
  });
}

/** Column name for a header cell: unchanged where it is a valid name, else converted to snake case. */
function columnName(header: string, index: number): string {
  const text = header.trim();
  let name = text;
  if (!/^[A-Za-z_]\w*$/.test(text)) {
    name = text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/\W+/g, "_")
      .replace(/^_+|_+$/g, "")
      .toLowerCase();
    if (name === "") name = `column_${index + 1}`;
    if (/^\d/.test(name)) name = `_${name}`;
  }
  return isHardWord(name) ? `${name}_` : name;
}

function cellValue(cell: CsvCell, column: Column, at: (span: Span) => Place, mistakes: Diagnostic[]): Value {
  const text = cell.text.trim();
  if (text === "") return NONE;
  const value = numberOf(text, column.unit);
  // Spreadsheets write an apostrophe to mark text that looks like a formula.
  if (!value) return { kind: "text", value: cell.text.replace(/^'(?=[=+\-@\t\r])/, "") };
  column.dimension ??= value.dimension;
  if (column.dimension !== value.dimension) {
    const wanted = printDimension(column.dimension);
    const found = `\`${text}\`, which is ${printDimension(value.dimension)}`;
    mistakes.push(
      diagnostic("wrong-unit", { what: `the column \`${column.name}\``, wanted, found }, at(cell.span)),
    );
  }
  return value;
}

/**
 * Parses a cell as a number literal with an optional sign; null for other texts. A number without a unit gets the unit
 * of its column.
 */
function numberOf(text: string, unit: string | null): Quantity | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  const digits = text.slice(sign.length).replace(/^\./, "0.");
  const literal = readNumber(digits, 0);
  if (!literal || literal.problem !== undefined || literal.end !== digits.length) return null;
  const scale = literal.scale === undefined ? 1 : scaleFactor(literal.scale);
  if (scale === null) return null;
  const own = literal.unit ?? unit ?? undefined;
  return quantity((sign === "-" ? -1 : 1) * literal.value * scale, own);
}

function count(n: number, what: string): string {
  return n === 1 ? `1 ${what}` : `${n} ${what}s`;
}
