import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { counted, type MeasuredTable, type TableValue, type Value } from "../../dsl/evaluate/index.ts";
import { tableColumns, usualColumns } from "../show/showTable.ts";
import { fieldData } from "./fieldData.ts";
import { broken, type Reading } from "./reading.ts";
import { sheetScenario } from "./sheetScenario.ts";
import type { SheetColumn, SheetField, SheetPlain, SheetRow, SheetTable } from "./sheetTypes.ts";

const columnsOf = new WeakMap<object, readonly SheetColumn[]>();

/**
 * Columns of the table that a row comes from. They are recorded per row, so that a filtered or sorted row still has its
 * units.
 */
export function columnsOfRow(row: object): readonly SheetColumn[] {
  return columnsOf.get(row) ?? [];
}

/**
 * Converts the table of a sweep or search into the table that a TypeScript cell reads: varied, derived and main result
 * columns of every row that has results.
 */
export function sheetTable(reading: Reading, table: TableValue, place: Place): SheetTable {
  const context = reading.context();
  const { columns, scope } = usualColumns(table);
  const made = tableColumns(context, columns, table.rows, scope, table.large);
  if ("kind" in made) throw broken(made, table.name);
  const rows = Array.from(table.rows, (row, at): SheetRow => {
    const entries = made.map(({ title, values }): [string, SheetPlain] => {
      const value = values.at(at);
      return [title, value ? plain(fieldData(context, value)) : null];
    });
    const object: SheetRow = Object.fromEntries(entries);
    // The property `scenario` is not enumerable, so that printing or copying a row takes only its columns.
    Object.defineProperty(object, "scenario", {
      get: () => sheetScenario(reading, row.scenario, place),
      enumerable: false,
    });
    return object;
  });
  const described = made.map(({ title, values }): SheetColumn => columnOf(title, values));
  return asTable(rows, table.name, described, table.skipped);
}

/** Converts imported data rows into the table that a TypeScript cell reads. */
export function sheetData(reading: Reading, data: MeasuredTable): SheetTable {
  const context = reading.context();
  const rows = data.rows.map(
    ({ columns }): SheetRow =>
      Object.fromEntries(
        data.columns.map((name): [string, SheetPlain] => {
          const value = columns.get(name);
          return [name, value ? plain(fieldData(context, value)) : null];
        }),
      ),
  );
  const columns = data.columns.map((name) =>
    columnOf(
      name,
      data.rows.map((row) => row.columns.get(name) ?? null),
    ),
  );
  return asTable(rows, data.name, columns, []);
}

function columnOf(name: string, values: Iterable<Value | null>): SheetColumn {
  for (const value of values) {
    const number = value && counted(value);
    if (number?.kind !== "quantity") continue;
    const { key } = number.dimension;
    return { name, unit: key === "1" ? null : key };
  }
  return { name, unit: null };
}

/**
 * Converts a field's value to a table cell. A tagged value such as `recompute = selective(attention)` becomes its tag,
 * a definition its name.
 */
function plain(field: SheetField): SheetPlain {
  if (typeof field !== "object" || field === null) return field;
  if (Array.isArray(field)) return field.map((item: SheetField) => plain(item)).join(", ");
  return "tag" in field ? String(field.tag) : "name" in field ? String(field.name) : null;
}

function asTable(
  rows: SheetRow[],
  name: string,
  columns: readonly SheetColumn[],
  skipped: SheetTable["skipped"],
): SheetTable {
  const properties = { kind: "table", name, columns, skipped };
  for (const [key, value] of Object.entries(properties))
    Object.defineProperty(rows, key, { value, enumerable: false });
  for (const row of rows) columnsOf.set(row, columns);
  return rows as unknown as SheetTable;
}
