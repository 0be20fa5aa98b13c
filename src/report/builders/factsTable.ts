import type { Cell, Table } from "../document/document.ts";

/** One line of a card or a summary: a name, a value, and an optional remark. */
export type Fact = readonly [label: string, value: string | Cell, note?: string];

/** Table of names and values, for cards and summaries. */
export function factsTable(facts: readonly Fact[], caption?: string): Table {
  const notes = facts.some(([, , note]) => note !== undefined && note !== "");
  return {
    kind: "table",
    ...(caption === undefined ? {} : { caption }),
    columns: [
      { title: "", align: "left" },
      { title: "", align: "left" },
      ...(notes ? [{ title: "", align: "left" as const }] : []),
    ],
    rows: facts.map(([label, value, note]) => [
      { text: label },
      typeof value === "string" ? { text: value } : value,
      ...(notes ? [{ text: note ?? "" }] : []),
    ]),
  };
}
