import { inBase, print, printNumber } from "../units/index.ts";

/** What `show x { .. }` gave as data, read by column. */
export interface ShownTable {
  readonly titles: readonly string[];
  readonly length: number;
  cell(row: number, title: string): unknown;
  /** In base units; null for what is no number. */
  number(row: number, title: string): number | null;
  /** The base unit of a column's numbers. */
  base(title: string): string | null;
  setting(row: number, title: string): Setting;
}

/** A value as a program writes it, and as people read it. */
export interface Setting {
  readonly written: string;
  readonly shown: string;
  /** It follows from the others: the replicas that fill a machine. */
  readonly follows?: true;
}

/** Null for what is no table. */
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
