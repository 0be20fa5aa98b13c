import type { Place } from "../../diagnostics/diagnostic.ts";
import type { Poison, Value } from "../values/value.ts";
import { counted } from "./arithmetic.ts";
import { wrongType } from "./problem.ts";

/**
 * Text that is equal for equal values, by which rows of a table are grouped: a number, word, text, boolean, `none`, a
 * definition by its name, or a list of these. An error for other values. `what` names the asking function in the error.
 */
export function keyOfValue(value: Value, what: string, place: Place): string | Poison {
  const plain = counted(value);
  switch (plain.kind) {
    case "poison":
      return plain;
    case "quantity":
      // Twelve digits: numbers that are equal up to rounding are one key, as they are equal for `==`.
      return `${plain.dimension.key} ${plain.value.toPrecision(12)}`;
    case "boolean":
      return `${plain.value}`;
    case "text":
      return `text ${plain.value}`;
    case "word":
      return `text ${plain.word}`;
    case "none":
      return "text none";
    case "record":
      return plain.type.what === "tagged" && plain.fields.size === 0
        ? `text ${plain.name}`
        : `${plain.type.what} ${plain.name}${plain.type.what === "tagged" ? fieldsKey(plain) : ""}`;
    case "list": {
      const keys: string[] = [];
      for (const item of plain.items) {
        const key = keyOfValue(item, what, place);
        if (typeof key !== "string") return key;
        keys.push(key);
      }
      return `[${keys.join(", ")}]`;
    }
    default:
      return wrongType(what, "a number, a word, a text or a definition", plain, place);
  }
}

/** Text of the arguments of a tagged value, as the program writes them. */
function fieldsKey(record: Extract<Value, { kind: "record" }>): string {
  const args = [...record.fields].map(([name, binding]) => {
    if (binding.kind === "patch") return name;
    const { source, span } = binding.place;
    return `${name} = ${source.text.slice(span.start, span.end)}`;
  });
  return `(${args.join(", ")})`;
}
