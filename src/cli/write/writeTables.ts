import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { toCsv } from "../../report/render/toCsv.ts";
import type { Output } from "../../session/world/output.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { fileStems } from "./fileStems.ts";
import { replaceFile } from "./replaceFile.ts";

/** Table in an output's data. Numbers are in base units. */
interface TableData {
  readonly name?: string;
  readonly columns: readonly { readonly title: string; readonly unit: string | null }[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Writes each table of a run to a CSV file of its own, with all rows, in base units, and prints the files'
 * names. `import best from "./best.csv"` reads a table again.
 */
export async function writeTables(outputs: readonly Output[], folder: string, io: Io): Promise<boolean> {
  const tables = outputs
    .filter(({ kind }) => kind === "show")
    .flatMap(({ data }) => (Array.isArray(data) ? data : [data]))
    .filter(isTable);
  if (tables.length === 0) {
    io.err(`\nNo table to write into ${folder}: the program shows none.\n`);
    return true;
  }
  const stems = fileStems(
    tables.map(({ name }) => name ?? ""),
    "table",
  );
  try {
    await mkdir(resolve(io.cwd, folder), { recursive: true });
    for (const [at, table] of tables.entries())
      await replaceFile(join(resolve(io.cwd, folder), `${stems[at]}.csv`), textOf(table));
  } catch (error) {
    io.err(`dtp: ${fileProblem(folder, error)}\n`);
    return false;
  }
  io.err(`\nWrote ${stems.map((stem) => `${stem}.csv`).join(", ")} into ${folder}.\n`);
  return true;
}

function isTable(data: unknown): data is TableData {
  return typeof data === "object" && data !== null && "columns" in data && "rows" in data;
}

function textOf({ columns, rows }: TableData): string {
  const header = columns.map(({ title, unit }) =>
    unit === null || unit === "1" ? title : `${title} [${unit}]`,
  );
  return toCsv([header.map(guarded), ...rows.map((row) => row.map(cellText))]);
}

function cellText(cell: unknown): string {
  if (cell === null) return "";
  return typeof cell === "string" ? guarded(cell) : String(cell);
}

/**
 * Text of a CSV cell, guarded against formula injection. A spreadsheet evaluates a cell that begins with a
 * character such as `=`, even `=cmd|…`; an apostrophe makes it text, and an import removes it again. A signed
 * number, with or without a unit, is unchanged.
 */
function guarded(text: string): string {
  if (!/^[=+\-@\t\r]/.test(text) || /^[+-][\d._]+(e[+-]?\d+)?( ?[\w%/$]+)?$/i.test(text)) return text;
  return `'${text}`;
}
