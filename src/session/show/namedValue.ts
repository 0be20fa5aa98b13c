import type { Value } from "../../dsl/evaluate/index.ts";
import type { NamedValue, Why } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Plain value with its name, as a row of a table of values. */
export function namedValue(label: string, value: Value, why?: Why): NamedValue {
  const explained = why === undefined ? {} : { why };
  if (value.kind !== "quantity" || value.draws)
    return { label, value: value.kind === "none" ? null : textOfValue(value), ...explained };
  const unit = value.unit === undefined ? {} : { unit: value.unit };
  return { label, value: value.value, base: value.dimension.key, ...unit, ...explained };
}
