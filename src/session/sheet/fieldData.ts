import { type Context, counted, type RecordValue, readField, type Value } from "../../dsl/evaluate/index.ts";
import type { SheetField, SheetTagged } from "./sheetTypes.ts";

/** Converts a definition or a tagged value to a plain object with one property per field. */
export function recordData(context: Context, record: RecordValue): object {
  const head =
    record.type.what === "tagged"
      ? { tag: record.name }
      : { kind: record.type.what, name: record.name, cite: record.cite };
  const fields = [...record.type.fields.keys()].map((name): [string, SheetField] => [
    name,
    fieldData(context, readField(context, record, name)),
  ]);
  return { ...head, ...Object.fromEntries(fields) };
}

/**
 * Converts a field's value to plain data, with numbers in base units. Null where the value is missing or needs a
 * scenario.
 */
export function fieldData(context: Context, value: Value): SheetField {
  const plain = counted(value);
  switch (plain.kind) {
    case "quantity":
    case "text":
    case "boolean":
      return plain.value;
    case "word":
      return plain.word;
    case "list":
      return plain.items.map((item) => fieldData(context, item));
    case "record":
      return recordData(context, plain) as SheetTagged;
    case "scenario":
      return plain.name;
    default:
      return null;
  }
}
