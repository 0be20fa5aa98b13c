import {
  counted,
  describe,
  type FunctionValue,
  type RecordValue,
  signatureOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { print } from "../../units/index.ts";
import { uncertainText } from "./uncertainText.ts";

/** A value of the language as one line, as printed in tables and sentences. */
export function textOfValue(value: Value): string {
  const plain = counted(value);
  switch (plain.kind) {
    case "quantity":
      return plain.draws ? uncertainText(plain, plain.draws) : print(plain);
    case "text":
      return plain.value;
    case "boolean":
      return String(plain.value);
    case "none":
      return "none";
    case "word":
      return plain.word;
    case "list":
      return `[${plain.items.map(textOfValue).join(", ")}]`;
    case "record":
      return plain.type.what === "tagged" ? taggedText(plain) : plain.name;
    case "scenario":
      return plain.name;
    case "function":
      return functionText(plain);
    default:
      return describe(plain);
  }
}

/** A function as its definition has it, on one line. */
function functionText({ body, scope, ...called }: FunctionValue): string {
  const text = scope.source.text.slice(body.span.start, body.span.end).replace(/\s+/g, " ");
  return `${signatureOf(called)} = ${text}`;
}

export function taggedText(record: RecordValue): string {
  if (record.fields.size === 0) return record.name;
  const { positional } = record.type.row;
  // The positional argument comes first, as it is written.
  const fields = [...record.fields].sort(([a], [b]) => Number(b === positional) - Number(a === positional));
  const args = fields.map(([name, binding]) => {
    const { source, span } = binding.kind === "patch" ? { source: null, span: null } : binding.place;
    const text = source && span ? source.text.slice(span.start, span.end).replace(/\s+/g, " ") : "..";
    return name === positional ? text : `${name} = ${text}`;
  });
  return `${record.name}(${args.join(", ")})`;
}
