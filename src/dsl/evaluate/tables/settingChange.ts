import type { Setting } from "../../../engine/search/planSpace.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { plainNumber } from "../expressions/arithmetic.ts";
import { makeRecord } from "../expressions/record.ts";
import { kindType, tagType } from "../values/recordType.ts";
import { type Change, NONE, type Value } from "../values/value.ts";

/** Change of a scenario that sets a plan field to a setting of the engine's plan space. */
export function settingChange(field: string, setting: Setting, place: Place): Change {
  return valueChange(field, settingValue(field, setting, place), place);
}

/** Change of a scenario that sets a plan field to a value of the language. */
export function valueChange(field: string, value: Value, place: Place): Change {
  const binding = { kind: "value", value, text: "search", place } as const;
  return { path: ["plan", field], places: [place, place], binding };
}

function settingValue(field: string, setting: Setting, place: Place): Value {
  if (typeof setting === "number") return plainNumber(setting);
  if (typeof setting === "boolean") return { kind: "boolean", value: setting };
  const tags = kindType("plan").fields.get(field)?.row.accepts.tags;
  const type = tags?.includes(setting) ? tagType(setting) : null;
  if (type) return makeRecord(type, setting, new Map(), { place });
  return setting === "none" ? NONE : { kind: "word", word: setting };
}
