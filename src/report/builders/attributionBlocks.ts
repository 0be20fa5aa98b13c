import type { Block } from "../document/document.ts";
import { shareCells } from "./differenceCells.ts";
import type { Measure } from "./measure.ts";

/** One change, or several that only work together, with the part of each measure's difference that it causes. */
export interface Cause {
  readonly text: string;
  readonly numbers: Readonly<Record<string, number | null | undefined>>;
}

/**
 * Methods of attribution, with the title of the column of causes (`head`) and the explanation for users (`text`).
 */
export const ATTRIBUTIONS = {
  "every order": {
    head: "by cause",
    text: "By cause: the mean effect of a change over every order in which the changes can be made (Shapley value), so that joint effects are split between them.",
  },
  "written order": {
    head: "by cause, in written order",
    text: "By cause, in written order: the effect of a change when the changes are made in that order; a joint effect counts for the later one.",
  },
} as const;

/**
 * Blocks that attribute the difference between two scenarios to its causes: a table with a row a cause and a column a
 * measure. Causes without any effect are left out. A sentence where one cause explains the whole difference. `whole`
 * has the value of each measure, next to which a part may be negligible.
 */
export function attributionBlocks(
  method: keyof typeof ATTRIBUTIONS,
  causes: readonly Cause[],
  measures: readonly Measure[],
  whole: Cause["numbers"],
): readonly Block[] {
  const columns = measures.map((measure) =>
    shareCells(
      causes.map(({ numbers }) => numbers[measure.name]),
      whole[measure.name],
      measure,
    ),
  );
  const rows = causes.map(({ text }, at) => [
    { text },
    ...columns.map((cells) => cells[at] ?? { text: "–" }),
  ]);
  const telling = rows.filter((cells) => cells.slice(1).some(({ text }) => text !== "·"));
  const [first, ...more] = telling;
  if (first && more.length === 0)
    return [{ kind: "paragraph", text: `The whole difference is due to ${first[0]?.text}.` }];
  return [
    {
      kind: "table",
      columns: [ATTRIBUTIONS[method].head, ...measures.map(({ label }) => label)].map((title, i) => ({
        title,
        align: i === 0 ? "left" : "right",
      })),
      rows: telling,
    },
  ];
}
