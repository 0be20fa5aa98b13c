import { numberColumn } from "../column.ts";
import type { Cell, Table } from "../document.ts";
import { percent } from "../number.ts";

/** A value of a sweep's row: numbers in base units of their column; null where there is none. */
export type DataValue = number | string | boolean | null;

export interface DataColumn {
  readonly title: string;
  /** The dimension's key of the column's numbers; `1` by default. */
  readonly base?: string;
  /** The unit to print in (`GiB`, `%`); by default the one the largest number would take. */
  readonly unit?: string;
}

/** Rows of values as a table; each column of numbers gets one unit and one number of decimals. */
export function dataTable(
  columns: readonly DataColumn[],
  rows: readonly (readonly DataValue[])[],
  options: { readonly caption?: string } = {},
): Table {
  const printers = columns.map((column, at) => {
    const numbers = rows.map((row) => row[at]).filter((value) => typeof value === "number");
    return numbers.length === 0 ? null : numberColumn(numbers, column.base ?? "1", column.unit);
  });
  return {
    kind: "table",
    ...(options.caption === undefined ? {} : { caption: options.caption }),
    columns: columns.map((column, at) => {
      const unit = printers[at]?.unit;
      return {
        title: column.title,
        align: printers[at] === null ? ("left" as const) : ("right" as const),
        ...(unit === undefined || unit === "%" ? {} : { unit }),
      };
    }),
    rows: rows.map((row) =>
      columns.map((_, at): Cell => {
        const value = row[at] ?? null;
        if (value === null) return { text: "–" };
        if (typeof value !== "number") return { text: String(value), value };
        const printer = printers[at];
        if (printer?.unit === "%") return { text: percent(value), value };
        return printer?.cell(value) ?? { text: String(value), value };
      }),
    ),
  };
}
