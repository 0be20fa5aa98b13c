import { counted, type Value } from "../../dsl/evaluate/index.ts";
import { parseUnit, type Quantity, withUnit } from "../../units/index.ts";
import { textOfValue } from "./textOfValue.ts";

/**
 * Value as a text of the language that evaluates to the same value: `2048 tokens`, where `textOfValue` prints
 * `2,048 tokens` and rounds.
 */
export function writtenValue(value: Value): string {
  const plain = counted(value);
  switch (plain.kind) {
    case "quantity":
      return writtenQuantity(plain);
    case "text":
      return JSON.stringify(plain.value);
    case "list":
      return `[${plain.items.map(writtenValue).join(", ")}]`;
    default:
      return textOfValue(plain);
  }
}

/** Number in the unit that it was written in, or in base units where the first would round it. */
function writtenQuantity({ value, unit, dimension }: Quantity): string {
  for (const text of [unit, dimension.key]) {
    const known = text === undefined ? null : parseUnit(text);
    if (text === undefined || known?.dimension !== dimension) continue;
    const count = value / known.factor;
    if (count * known.factor === value) return withUnit(String(count), text);
  }
  return String(value);
}
