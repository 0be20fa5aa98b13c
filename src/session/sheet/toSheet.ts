import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { counted, type MeasuredRun, type Value } from "../../dsl/evaluate/index.ts";
import { breakdownOf } from "../show/breakdownOf.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { recordData } from "./fieldData.ts";
import { broken, type Reading } from "./reading.ts";
import { SheetError } from "./sheetError.ts";
import type { SheetModel } from "./sheetFields.ts";
import { sheetBreakdown, sheetQuantity } from "./sheetQuantity.ts";
import { sheetScenario } from "./sheetScenario.ts";
import { sheetData, sheetTable } from "./sheetTable.ts";
import type { SheetMeasured, SheetTagged, SheetValue } from "./sheetTypes.ts";

/**
 * Converts a value of the language into the value that a TypeScript cell reads. Throws a `SheetError` for a value with
 * errors.
 */
export function toSheet(reading: Reading, label: string, found: Value, place: Place): SheetValue {
  const made = convert(reading, label, counted(found), place);
  return typeof made === "object" && made !== null ? reading.shown(made, label, found, place) : made;
}

function convert(reading: Reading, label: string, value: Value, place: Place): SheetValue {
  switch (value.kind) {
    case "poison":
      throw broken(value, label);
    case "quantity":
      return value.dimension.key === "1" ? value.value : sheetQuantity(value);
    case "text":
    case "boolean":
      return value.value;
    case "none":
      return null;
    case "word":
      return value.word;
    case "list":
      return value.items.map((item, at) => toSheet(reading, `${label}[${at}]`, item, place));
    case "record":
      // The types are generated from the schema, which the fields follow, so the casts are safe.
      return recordData(reading.context(), value) as SheetModel | SheetTagged;
    case "scenario":
      return sheetScenario(reading, value, place);
    case "table":
      return sheetTable(reading, value, place);
    case "data":
      return sheetData(reading, value);
    case "measured":
      return sheetMeasured(reading, label, value, place);
    case "skipped":
      return value.table.skipped.map(({ reason }) => reason);
    case "function":
      return {
        kind: "function",
        name: value.name,
        parameters: value.params.map(({ name }) => name),
        text: textOfValue(value),
      };
    case "result": {
      const tree = breakdownOf(reading.context(), value, place);
      if (tree.kind === "poison") throw broken(tree, label);
      if (tree.kind === "breakdown") return sheetBreakdown(tree.breakdown);
      throw new SheetError([], `\`${label}\` is not a single value: read one of its members`);
    }
  }
}

/** Numbers and tables of a measured run, by the names that the language gives them. */
function sheetMeasured(reading: Reading, label: string, run: MeasuredRun, place: Place): SheetMeasured {
  const fields = [...run.fields].map(
    ([name, value]) => [name, toSheet(reading, `${label}.${name}`, value, place)] as const,
  );
  return { ...Object.fromEntries(fields), kind: "measured" };
}
