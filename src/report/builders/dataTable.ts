import type { Cell, Table, Why } from "../document/document.ts";
import { type NumberColumn, numberColumn, percents } from "../numbers/column.ts";
import { BESIDE_LARGE } from "../numbers/countScale.ts";

/** Value of a cell in a table of results. A number is in base units of its column; null means no value. */
export type DataValue = number | string | boolean | null;

export interface DataColumn {
  readonly title: string;
  /** Dimension key of the column's numbers; `1` by default. */
  readonly base?: string;
  /** Unit to print in (`GiB`, `%`). Defaults to the unit that suits the largest number. */
  readonly unit?: string;
  /**
   * Marks a column in which each number gets the unit that suits it where the numbers differ by orders of
   * magnitude.
   */
  readonly own?: true;
  readonly remark?: true;
}

/** Rows of values: an array, or rows that are built when they are read. */
export interface DataRows extends Iterable<readonly DataValue[]> {
  readonly length: number;
  at(index: number): readonly DataValue[] | undefined;
  /** Numbers of one column, where they can be read without building whole rows. */
  numbers?(column: number): Iterable<number>;
}

export interface DataTableOptions {
  readonly caption?: string;
  /**
   * Explanations of the cells of a row, one for each column; undefined for a row without explanations. It is asked for rows
   * that are drawn, and not for all rows of a long table.
   */
  readonly why?: (row: number) => readonly (Why | undefined)[] | undefined;
}

/**
 * Table of values, such as a sweep's results. Each numeric column has one unit and one number of decimals.
 * Cells are built when their row is read.
 */
export function dataTable(
  columns: readonly DataColumn[],
  rows: DataRows,
  { caption, why }: DataTableOptions = {},
): Table {
  const printer = (column: DataColumn, at: number, from?: number): NumberColumn | null => {
    const numbers = rows.numbers?.(at) ?? numbersOf(rows, at);
    for (const _ of numbers) {
      if (column.unit !== "%")
        return numberColumn(numbers, column.base ?? "1", column.unit, {
          letters: true,
          own: column.own ?? false,
          ...(from === undefined ? {} : { from }),
        });
      const text = percents(numbers);
      return { unit: "%", cell: (value: number): Cell => ({ text: text(value), value }) };
    }
    return null;
  };
  const alone = columns.map((column, at) => printer(column, at));
  const lettered = new Set(columns.flatMap(({ base }, at) => (base && alone[at]?.lettered ? [base] : [])));
  // Scale columns of one unit alike: no price of 9,605,199 next to one of 14.97 million.
  const printers = columns.map((column, at) =>
    lettered.has(column.base ?? "") && !alone[at]?.lettered ? printer(column, at, BESIDE_LARGE) : alone[at],
  );
  const cells = (row: readonly DataValue[]): readonly Cell[] =>
    columns.map((_, at): Cell => {
      const value = row[at] ?? null;
      if (value === null) return { text: "–" };
      if (typeof value !== "number") return { text: String(value), value };
      const printer = printers[at];
      return printer?.cell(value) ?? { text: String(value), value };
    });
  return {
    kind: "table",
    ...(caption === undefined ? {} : { caption }),
    columns: columns.map((column, at) => {
      const unit = printers[at]?.unit;
      return {
        title: column.title,
        align: !printers[at] ? ("left" as const) : ("right" as const),
        ...(unit === undefined || unit === "%" ? {} : { unit }),
        ...(column.remark ? { remark: true as const } : {}),
      };
    }),
    rows: {
      length: rows.length,
      at(index) {
        const row = rows.at(index);
        const whys = row && why?.(index);
        const made = row && cells(row);
        return made && whys
          ? made.map((cell, at) => (whys[at] && cell.value !== undefined ? { ...cell, why: whys[at] } : cell))
          : made;
      },
      *[Symbol.iterator]() {
        for (const row of rows) yield cells(row);
      },
    },
  };
}

function numbersOf(rows: DataRows, column: number): readonly number[] {
  const found: number[] = [];
  for (const row of rows) {
    const value = row[column];
    if (typeof value === "number") found.push(value);
  }
  return found;
}
