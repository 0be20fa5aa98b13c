import {
  type DataValue,
  type Document,
  dataTable,
  type FigureAxis,
  linesFigure,
  type Series,
} from "../../report/index.ts";
import { parseUnit } from "../../units/index.ts";
import { SheetError } from "./sheetError.ts";
import { columnsOfRow } from "./sheetTable.ts";
import type { PlotOptions, TableOptions } from "./sheetTypes.ts";

/**
 * Rows of a table that a TypeScript cell has computed, as objects by column name. The columns are those of the first
 * row in its order, then columns that only later rows have.
 */
type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Makes the document that shows a TypeScript cell's rows as a table. Numbers are in base units; each column is printed
 * in one unit.
 */
export function tableOf(rows: Rows, options: TableOptions = {}): Document {
  const names = options.columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((title) => ({ title, ...unitOf(rows, title, options.units) }));
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])));
  return {
    blocks: [dataTable(columns, cells, options.caption === undefined ? {} : { caption: options.caption })],
  };
}

/**
 * Makes the document that plots a TypeScript cell's rows as lines or points. There is one line for each `y`, or for
 * each value of the column `color`.
 */
export function plotOf(rows: Rows, options: PlotOptions): Document {
  const ys = typeof options.y === "string" ? [options.y] : options.y;
  const [firstY] = ys;
  if (firstY === undefined || rows.length === 0) throw new SheetError([], "there is nothing to plot");
  for (const name of [options.x, ...ys, ...(options.color === undefined ? [] : [options.color])])
    if (!rows.some((row) => name in row)) throw new SheetError([], `no row has a column \`${name}\``);
  const lines = new Map<string, [number, number | null][]>();
  for (const row of rows) {
    const x = row[options.x];
    if (typeof x !== "number") continue;
    for (const name of ys) {
      const y = row[name];
      const color = options.color === undefined ? null : `${options.color} = ${String(row[options.color])}`;
      const label = [
        ...(ys.length > 1 || color === null ? [name] : []),
        ...(color === null ? [] : [color]),
      ].join(", ");
      const line = lines.get(label) ?? [];
      lines.set(label, line);
      line.push([x, typeof y === "number" ? y : null]);
    }
  }
  const series = [...lines].map(([label, points]): Series => ({ label, points }));
  const axis = (name: string, label: string, scale: FigureAxis["scale"]): FigureAxis => ({
    label,
    ...unitOf(rows, name, options.units),
    ...(scale === undefined ? {} : { scale }),
  });
  const figure = linesFigure(series, {
    x: axis(options.x, options.x, options.xScale),
    y: axis(firstY, ys.join(", "), options.yScale),
    marks: options.marks ?? "lines",
    ...(options.title === undefined ? {} : { title: options.title }),
  });
  return { blocks: [figure] };
}

/**
 * Base unit of a column's numbers: the entry in `units`, or else the unit in the table that the rows come from. Empty
 * for a column without a unit.
 */
function unitOf(rows: Rows, name: string, units: TableOptions["units"]): { readonly base?: string } {
  const [first] = rows;
  const unit = units?.[name] ?? (first && columnsOfRow(first).find((column) => column.name === name)?.unit);
  if (!unit) return {};
  const base = parseUnit(unit)?.dimension.key;
  if (base !== unit)
    throw new SheetError(
      [],
      `\`${unit}\` is not a base unit${base === undefined ? "" : `: numbers are in \`${base}\``}`,
    );
  return { base };
}

function cellOf(value: unknown): DataValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "object" && "text" in value) return String(value.text);
  if (typeof value === "object" && "name" in value) return String(value.name);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
