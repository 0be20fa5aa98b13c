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

/** Values row by row: an array, or rows that are made when they are read. */
export interface DataRows extends Iterable<readonly DataValue[]> {
  readonly length: number;
  at(index: number): readonly DataValue[] | undefined;
}

/** Rows of values as a table; each column of numbers gets one unit and one number of decimals. A row's cells are made when they are read. */
export function dataTable(
  columns: readonly DataColumn[],
  rows: DataRows,
  options: { readonly caption?: string } = {},
): Table {
  const numbers = numbersOf(columns.length, rows);
  const printers = columns.map((column, at) => {
    const own = numbers[at];
    return !own || own.length === 0 ? null : numberColumn(own, column.base ?? "1", column.unit);
  });
  const cells = (row: readonly DataValue[]): readonly Cell[] =>
    columns.map((_, at): Cell => {
      const value = row[at] ?? null;
      if (value === null) return { text: "–" };
      if (typeof value !== "number") return { text: String(value), value };
      const printer = printers[at];
      if (printer?.unit === "%") return { text: percent(value), value };
      return printer?.cell(value) ?? { text: String(value), value };
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
    rows: {
      length: rows.length,
      at(index) {
        const row = rows.at(index);
        return row && cells(row);
      },
      *[Symbol.iterator]() {
        for (const row of rows) yield cells(row);
      },
    },
  };
}

/** The numbers of each column. */
function numbersOf(columns: number, rows: DataRows): readonly Float64Array[] {
  const found = Array.from({ length: columns }, () => new Float64Array(rows.length));
  const counts = found.map(() => 0);
  for (const row of rows)
    found.forEach((numbers, at) => {
      const value = row[at];
      const count = counts[at] ?? 0;
      if (typeof value !== "number") return;
      numbers[count] = value;
      counts[at] = count + 1;
    });
  return found.map((numbers, at) => numbers.subarray(0, counts[at]));
}
