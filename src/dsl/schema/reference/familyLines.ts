import type { Marks } from "../describe.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";
import type { Family } from "./family.ts";
import { code, fieldTable, recordLines, shownDefault, tableRow, wordLines } from "./recordLines.ts";

/** Markdown lines on a family of tags: the shared fields, a table of differing defaults, then each member. */
export function familyLines({ members, shared }: Family, marks: Marks): readonly string[] {
  const names = members.map(({ name }) => code(name));
  const title =
    names.length > 4
      ? `Fields of all ${names.length}`
      : `Fields of ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return [
    `### ${title}`,
    "",
    ...fieldTable(shared, marks),
    "",
    ...wordLines(shared),
    ...defaultLines(members, shared),
    ...members.flatMap((member) => memberLines(member, shared, marks)),
  ];
}

const twinOf = (member: RecordRow, { name }: FieldRow): FieldRow =>
  member.fields.find((field) => field.name === name) as FieldRow;

/**
 * Short form of a default for a table: "an expression" if the default is long. The long text is printed only at the
 * member itself.
 */
const brief = (value: string): string => (value.length > 60 ? "an expression" : value);

/** Markdown table of the members' defaults, with a row for each shared field in which members differ. */
function defaultLines(members: readonly RecordRow[], shared: readonly FieldRow[]): readonly string[] {
  const rows = shared.flatMap((field) => {
    const byValue = new Map<string, string[]>();
    for (const member of members) {
      const value = shownDefault(twinOf(member, field));
      if (value !== shownDefault(field)) byValue.set(value, [...(byValue.get(value) ?? []), member.name]);
    }
    if (byValue.size === 0) return [];
    const others = [...byValue].map(([value, names]) => `${brief(value)}: ${names.join(", ")}`);
    return [tableRow([code(field.name), brief(shownDefault(field)), others.join("; ")])];
  });
  if (rows.length === 0) return [];
  return [
    "Defaults that differ:",
    "",
    "| field | default of most | default of others |",
    "|---|---|---|",
    ...rows,
    "",
  ];
}

function memberLines(member: RecordRow, shared: readonly FieldRow[], marks: Marks): readonly string[] {
  const names = new Set(shared.map(({ name }) => name));
  const own = { ...member, fields: member.fields.filter(({ name }) => !names.has(name)) };
  const set = shared.flatMap((field) => {
    const twin = twinOf(member, field);
    if (twin.default === field.default && twin.source === field.source) return [];
    const source = twin.source === field.source ? "" : (twin.source ?? "");
    return [tableRow([code(field.name), shownDefault(twin), source])];
  });
  return [
    `#### ${code(member.name)}`,
    "",
    member.doc,
    "",
    ...recordLines(own, marks),
    ...(set.length === 0 ? [] : ["| field | default here | source |", "|---|---|---|", ...set, ""]),
  ];
}
