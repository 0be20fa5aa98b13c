import { inBase, print } from "../../units/index.ts";
import type { Accepts, FieldRow, RecordRow } from "./row.ts";
import { plotRow } from "./rows/plot.ts";
import { choices, isRequired, kindRows, recordRow } from "./schema.ts";

const code = (text: string): string => `\`${text}\``;
/** A `|` ends a table's cell even inside backticks. */
const cell = (text: string): string => text.replace(/\|/g, "\\|");

const dimensionWords: Readonly<Record<string, string>> = {
  "1": "number",
  B: "bytes",
  s: "time",
  "B/s": "bytes or bits per second",
  "FLOP/s": "FLOP per second",
  token: "tokens",
  sequence: "sequences",
  GPU: "devices",
  "GPU*s": "device time",
  "$/GPU/s": "$ per device time",
  "J/s": "power",
};

function describeAccepts(accepts: Accepts): string {
  const parts: string[] = [];
  const numbers = accepts.numbers ?? [];
  if (numbers.includes("1")) parts.push(accepts.integer ? "whole number" : "number");
  else parts.push(...numbers.map((key) => dimensionWords[key] ?? key));
  if (accepts.boolean) parts.push("true or false");
  if (accepts.text) parts.push("text");
  if (accepts.definition) parts.push(`a ${accepts.definition}`);
  if (accepts.tags) parts.push(accepts.tags.map((name) => `[${code(name)}](#${name})`).join(", "));
  if (accepts.words) parts.push(accepts.words.map((word) => code(word.word)).join(", "));
  if (accepts.list) parts.push(`list of ${describeAccepts(accepts.list)}`);
  if (accepts.any) parts.push("a column");
  return parts.join("; or ");
}

function describeRange(field: FieldRow): string {
  if (!field.range) return "";
  const [least, most] = field.range;
  const key = field.accepts.numbers?.[0] ?? "1";
  const show = (value: number) => print(inBase(value, key), field.unit);
  // "At least one byte" is no news: only limits that a plan can meet are worth a reader's time.
  if (key !== "1" && most === null) return "";
  if (most === null) return least === null ? "" : `≥ ${show(least)}`;
  return least === null ? `≤ ${show(most)}` : `${show(least)} to ${show(most)}`;
}

function fieldLines(field: FieldRow): string {
  const value =
    field.default === undefined ? (isRequired(field) ? "required" : "computed") : code(field.default);
  const range = describeRange(field);
  const doc = field.source ? `${field.doc} Source: ${field.source}.` : field.doc;
  const shown = field.derived && field.default !== undefined ? `${value} (computed)` : value;
  return `| ${[code(field.name), describeAccepts(field.accepts) + (range ? `, ${range}` : ""), shown, code(field.example), doc].map(cell).join(" | ")} |`;
}

function recordLines(record: RecordRow, level: number): readonly string[] {
  const lines = [`${"#".repeat(level)} ${level === 2 ? record.name : code(record.name)}`, "", record.doc, ""];
  if (record.fields.length > 0) {
    lines.push("| field | value | default | example | meaning |", "|---|---|---|---|---|");
    lines.push(...record.fields.map(fieldLines), "");
  }
  if (record.positional) {
    lines.push(`Arguments without a name go to ${code(record.positional)}.`, "");
  }
  const words = record.fields.filter((field) => choices(field).some((choice) => !choice.tag));
  for (const field of words) {
    lines.push(`Words of ${code(field.name)}:`, "");
    lines.push(
      ...choices(field)
        .filter((choice) => !choice.tag)
        .map((choice) => `- ${code(choice.word)}: ${choice.doc}`),
      "",
    );
  }
  return lines;
}

/** The tags that a kind's fields lead to, in the order met. */
function tagsUnder(record: RecordRow, seen: Set<string>): readonly RecordRow[] {
  const found: RecordRow[] = [];
  for (const field of record.fields) {
    for (const name of field.accepts.tags ?? []) {
      const tag = recordRow(name);
      if (!tag || seen.has(name)) continue;
      seen.add(name);
      found.push(tag, ...tagsUnder(tag, seen));
    }
  }
  return found;
}

/** docs/fields.md, from the schema. Ends in a line break. */
export function fieldsMarkdown(): string {
  const lines = [
    "# Fields",
    "",
    "Generated from the schema by `npm run generate`; edit `src/dsl/schema/rows/` instead.",
    "",
    "A default is an expression of the language. It is evaluated late, in the record that holds the field: change a field",
    "that it reads, and it follows. Every field can be overridden with `with { field = .. }`.",
    "",
  ];
  for (const kind of kindRows) {
    lines.push(...recordLines(kind, 2));
    for (const tag of tagsUnder(kind, new Set())) lines.push(...recordLines(tag, 3));
  }
  lines.push(...recordLines(plotRow, 2));
  return `${lines.join("\n").trimEnd()}\n`;
}
