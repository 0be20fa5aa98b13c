import { describeAccepts, describeRange, type Marks } from "../describe.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";
import { choices, fieldRow, isRequired, kindRow } from "../schema.ts";

/** Formats a text as inline code in Markdown. */
export const code = (text: string): string => `\`${text}\``;

/**
 * Formats a row of a Markdown table. Each `|` in a cell is escaped, because it would end the cell even inside
 * backticks.
 */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replace(/\|/g, "\\|")).join(" | ")} |`;

/** Default of a field as a reference page shows it: an expression, `required` or `computed`. */
export function shownDefault(field: FieldRow): string {
  const value =
    field.default === undefined ? (isRequired(field) ? "required" : "computed") : code(field.default);
  return field.derived && field.default !== undefined ? `${value} (computed)` : value;
}

/** Documentation sentence of a field, followed by its source. */
const docWithSource = ({ doc, source }: FieldRow): string => (source ? `${doc} Source: ${source}.` : doc);

/**
 * Markdown lines on a record: the table of its fields, the field that takes unnamed arguments, and the meaning of each
 * word.
 */
export function recordLines(record: RecordRow, marks: Marks): readonly string[] {
  const lines: string[] = [];
  const { also } = record;
  const fields = record.fields.filter(({ name }) => also === undefined || !fieldRow(kindRow(also), name));
  if (fields.length > 0) lines.push(...fieldTable(fields, marks), "");
  if (also) lines.push(`It also takes every field of a [${also}](${also}.md).`, "");
  if (record.positional) lines.push(`An argument without a name is ${code(record.positional)}.`, "");
  lines.push(...wordLines(fields));
  return lines;
}

/** Markdown table with one row per field. */
export function fieldTable(fields: readonly FieldRow[], marks: Marks): readonly string[] {
  return [
    "| field | value | default | example | meaning |",
    "|---|---|---|---|---|",
    ...fields.map((field) => {
      const range = describeRange(field);
      const value = describeAccepts(field.accepts, marks) + (range ? `, ${range}` : "");
      return tableRow([
        code(field.name),
        value,
        shownDefault(field),
        code(field.example),
        docWithSource(field),
      ]);
    }),
  ];
}

/** Markdown list of the words that fields accept, with their meanings. Fields with the same words share one list. */
export function wordLines(fields: readonly FieldRow[]): readonly string[] {
  const byList = new Map<string, string[]>();
  for (const field of fields) {
    // Words that are too many to list (`form`) are documented once, at the field that accepts a single one of them.
    if (field.accepts.list?.form) continue;
    const words = choices(field).filter(({ tag }) => !tag);
    if (words.length === 0) continue;
    const list = words.map(({ word, doc }) => `- ${code(word)}: ${doc}`).join("\n");
    byList.set(list, [...(byList.get(list) ?? []), code(field.name)]);
  }
  return [...byList].flatMap(([list, names]) => [`Words of ${names.join(", ")}:`, "", list, ""]);
}
