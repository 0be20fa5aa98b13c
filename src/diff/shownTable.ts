import { inBase, print, printNumber } from "../units/index.ts";

/** Table of results that `show x { .. }` gives as data, read by column title. */
export interface ShownTable {
  readonly titles: readonly string[];
  readonly length: number;
  cell(row: number, title: string): unknown;
  /** Number of a cell in base units. null where the cell holds no number. */
  number(row: number, title: string): number | null;
  /** Base unit of a column's numbers. null where the column has none. */
  base(title: string): string | null;
  setting(row: number, title: string): Setting;
}

/** Value of a setting, as a program writes it (`written`) and as users read it (`shown`). */
export interface Setting {
  readonly written: string;
  readonly shown: string;
  /** Marks a setting that others determine, such as the number of replicas that fill a cluster. */
  readonly follows?: true;
}

/** Table read from the data of a `show`. null where the data is no table. */
export function shownTable(data: unknown): ShownTable | null {
  if (!isTable(data)) return null;
  const { columns, rows } = data;
  const titles = columns.map(({ title }) => title);
  const cell = (row: number, title: string): unknown => rows[row]?.[titles.indexOf(title)] ?? null;
  const base = (title: string): string | null => columns[titles.indexOf(title)]?.unit ?? null;
  return {
    titles,
    length: rows.length,
    cell,
    base,
    number(row, title) {
      const value = cell(row, title);
      return typeof value === "number" ? value : null;
    },
    setting(row, title) {
      const value = cell(row, title);
      const unit = base(title);
      if (typeof value !== "number") return { written: String(value ?? "none"), shown: String(value ?? "–") };
      if (unit === null || unit === "1") return { written: String(value), shown: printNumber(value) };
      return { written: `${value} ${unit}`, shown: print(inBase(value, unit)) };
    },
  };
}

interface Data {
  readonly columns: readonly { readonly title: string; readonly unit: string | null }[];
  readonly rows: readonly (readonly unknown[])[];
}

function isTable(data: unknown): data is Data {
  return (
    typeof data === "object" &&
    data !== null &&
    "rows" in data &&
    Array.isArray(data.rows) &&
    "columns" in data &&
    Array.isArray(data.columns)
  );
}
