import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { render } from "../../dsl/diagnostics/index.ts";
import type { SheetScenario, SheetTable, SheetValue } from "../../session/index.ts";
import { diagnosticData } from "../io/diagnosticData.ts";
import type { Objects } from "./objects.ts";

/** A value of a sheet as JSON data. Scenarios and tables are kept, and get the number by which later requests name them. */
export function encode(value: SheetValue | undefined, objects: Objects): unknown {
  if (typeof value !== "object" || value === null) return value ?? null;
  if (isTable(value)) return encodeTable(value, objects);
  if (Array.isArray(value)) return value.map((item: SheetValue) => encode(item, objects));
  if (isScenario(value)) return encodeScenario(value, objects);
  return value;
}

/** Kinds of members of a scenario that a later request asks for: they are large, and most programs read numbers only. */
const LATER: ReadonlySet<string> = new Set(["model", "cluster", "plan", "comm"]);

export function encodeScenario(scenario: SheetScenario, objects: Objects): unknown {
  const results = Object.entries(scenario).filter(
    ([name, value]) => !LATER.has(name) && name !== "kind" && name !== "name" && typeof value !== "function",
  );
  return {
    kind: "scenario",
    object: objects.keep(scenario),
    name: scenario.name,
    results: Object.fromEntries(results),
  };
}

function encodeTable(table: SheetTable, objects: Objects): unknown {
  return {
    kind: "table",
    object: objects.keep(table),
    name: table.name,
    rows: table.length,
    hasScenarios: table[0] !== undefined && "scenario" in table[0],
    columns: table.columns.map(({ name, unit }) => ({ name, unit, values: table.map((row) => row[name]) })),
    skipped: table.skipped,
  };
}

/** A diagnostic as data, with its text and code frame as the command prints them. */
export function encodeDiagnostic(diagnostic: Diagnostic): unknown {
  return { ...diagnosticData(diagnostic, ""), text: render(diagnostic) };
}

export function isTable(value: unknown): value is SheetTable {
  return Array.isArray(value) && "kind" in value && value.kind === "table";
}

export function isScenario(value: unknown): value is SheetScenario {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "scenario";
}
