import { readFileSync } from "node:fs";
import { createWorld } from "../../src/host/index.ts";
import { type Row, readRows } from "../../src/validation/index.ts";

const tables = new Map<string, readonly Row[]>();

export const tableNames = ["runs", "vtrain", "nanotron", "megatron_ci"] as const;

/** A shipped table's rows. */
export function tableRows(name: (typeof tableNames)[number]): readonly Row[] {
  const known = tables.get(name);
  if (known) return known;
  const rows = readRows(readFileSync(new URL(`../../validation/${name}.csv`, import.meta.url), "utf8"));
  tables.set(name, rows);
  return rows;
}

export function rowNamed(table: (typeof tableNames)[number], id: string): Row {
  const row = tableRows(table).find((one) => one.id === id);
  if (!row) throw new Error(`no row ${id} in ${table}.csv`);
  return row;
}

export const world = createWorld(import.meta.dirname);
