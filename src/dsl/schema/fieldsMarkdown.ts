import { describeAccepts, describeRange, type Marks } from "./describe.ts";
import type { FieldRow, RecordRow } from "./row.ts";
import { plotRow } from "./rows/plot.ts";
import { choices, isRequired, kindRows, recordRow, tagsOf } from "./schema.ts";

const code = (text: string): string => `\`${text}\``;
/** A `|` ends a table's cell even inside backticks. */
const cell = (text: string): string => text.replace(/\|/g, "\\|");

const markdownMarks: Marks = { word: code, tag: (name) => `[${code(name)}](#${name})` };

function fieldLines(field: FieldRow): string {
  const value =
    field.default === undefined ? (isRequired(field) ? "required" : "computed") : code(field.default);
  const range = describeRange(field);
  const doc = field.source ? `${field.doc} Source: ${field.source}.` : field.doc;
  const shown = field.derived && field.default !== undefined ? `${value} (computed)` : value;
  return `| ${[code(field.name), describeAccepts(field.accepts, markdownMarks) + (range ? `, ${range}` : ""), shown, code(field.example), doc].map(cell).join(" | ")} |`;
}

function recordLines(record: RecordRow, level: number): readonly string[] {
  const lines = [`${"#".repeat(level)} ${level === 2 ? record.name : code(record.name)}`, "", record.doc, ""];
  if (record.fields.length > 0) {
    lines.push("| field | value | default | example | meaning |", "|---|---|---|---|---|");
    lines.push(...record.fields.map(fieldLines), "");
  }
  if (record.positional) {
    lines.push(`An argument without a name is ${code(record.positional)}.`, "");
  }
  // Words too many to list are listed once, at the field that takes one of them.
  const words = record.fields.filter(
    (field) => !field.accepts.list?.form && choices(field).some((choice) => !choice.tag),
  );
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
    for (const name of tagsOf(field.accepts)) {
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
    "that it reads, and it follows. Every field can be overridden with `with { field = .. }`. The [glossary](glossary.md) defines terms.",
    "",
  ];
  for (const kind of kindRows) {
    lines.push(...recordLines(kind, 2));
    for (const tag of tagsUnder(kind, new Set())) lines.push(...recordLines(tag, 3));
  }
  lines.push(...recordLines(plotRow, 2));
  return `${lines.join("\n").trimEnd()}\n`;
}
