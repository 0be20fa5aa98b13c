import type { Entry } from "../../dsl/evaluate/index.ts";
import type { SheetPlain, SheetRow, SheetTable, SheetValue } from "./sheetTypes.ts";

const KINDS: Readonly<Record<string, string>> = {
  model: "SheetModel",
  device: "SheetDevice",
  cluster: "SheetCluster",
  plan: "SheetPlan",
  scenario: "SheetScenario",
  quantity: "SheetQuantity",
  breakdown: "SheetBreakdown",
  function: "SheetFunction",
  measured: "SheetMeasured",
};

/** Text of the TypeScript type of a value. */
export function typeOfValue(value: SheetValue): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  if (isTable(value)) return tableType(value);
  if (isList(value)) {
    const items = [...new Set(value.map(typeOfValue))];
    return `readonly (${items.length === 0 ? "SheetValue" : items.join(" | ")})[]`;
  }
  return "kind" in value ? (KINDS[String(value.kind)] ?? "SheetValue") : "SheetTagged";
}

/** Text of the TypeScript type of a name, from its definition alone. The name is not evaluated. */
export function typeOfEntry(entry: Entry): string {
  const { statement, from, value } = entry;
  if (from) {
    const remote = from.module.entries.get(from.name);
    return remote ? typeOfEntry(remote) : "SheetValue";
  }
  if (statement?.kind === "define") return KINDS[statement.what] ?? "SheetValue";
  if (statement?.kind === "fn") return "SheetFunction";
  if (statement?.kind === "sweep" || statement?.kind === "search" || statement?.kind === "solve")
    return "SheetTable";
  if (value === null || value.kind === "busy") return "SheetValue";
  return value.kind === "data" ? "SheetTable" : (KINDS[value.kind] ?? "SheetValue");
}

function tableType(table: SheetTable): string {
  const columns = table.columns.map(({ name }) => {
    const types = new Set(table.map((row) => plainType(row[name])));
    // The column of a table without rows has no values from which its type would follow.
    if (types.size === 0) types.add("SheetPlain");
    return `readonly ${JSON.stringify(name)}: ${[...types].join(" | ")}`;
  });
  const first = table[0];
  const scenario = first && "scenario" in first ? ["readonly scenario: SheetScenario"] : [];
  return `SheetTable<{ ${[...columns, ...scenario].join("; ")} }>`;
}

function plainType(value: SheetRow[string] | undefined): string {
  return value === null || value === undefined ? "null" : typeof (value as SheetPlain);
}

function isTable(value: object): value is SheetTable {
  return Array.isArray(value) && "kind" in value;
}

function isList(value: object): value is readonly SheetValue[] {
  return Array.isArray(value);
}
