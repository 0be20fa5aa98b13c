import type { Block } from "../report/index.ts";
import type { Attribution } from "../session/index.ts";
import { shareCells } from "./cells.ts";
import type { Change } from "./changes.ts";
import { numberOf } from "./compare.ts";
import type { Compared } from "./compared.ts";
import { comparedMeasures } from "./comparedMeasures.ts";

/**
 * Report blocks that attribute the difference between two programs' results to the changes. Empty where only
 * one change exists.
 */
export function causeBlocks(one: Compared, changes: readonly Change[]): readonly Block[] {
  const { attribution, causes, before } = one;
  const point = before.points[0];
  if (causes.length < 2 || !point) return oneCause(causes, changes);
  if (attribution === null) return [notSharedOut(causes)];
  if (attribution.shares.length === 1)
    return [paragraph(`${causeText(causes, changes)} cannot be separated: neither is valid alone.`)];
  const measures = comparedMeasures(one).filter(({ follows }) => !follows);
  const columns = measures.map((measure) => {
    const shares = attribution.shares.map(({ numbers }) => numbers[numberOf(point.key, measure.name)]);
    return shareCells(shares, point.numbers[measure.name], measure);
  });
  const rows = attribution.shares.map((share, at) => [
    {
      text: causeText(
        share.changes.map((place) => causes[place] ?? 0),
        changes,
      ),
    },
    ...columns.map((cells) => cells[at] ?? { text: "–" }),
  ]);
  const telling = rows.filter((cells) => cells.slice(1).some(({ text }) => text !== "·"));
  const [first, ...more] = telling;
  if (first && more.length === 0) return [paragraph(`The whole difference is due to ${first[0]?.text}.`)];
  return [
    {
      kind: "table",
      columns: [byCause(attribution), ...measures.map(({ label }) => label)].map((title, i) => ({
        title,
        align: i === 0 ? "left" : "right",
      })),
      rows: telling,
    },
  ];
}

/**
 * Methods of attribution, with the ending of the table's header (`head`) and the explanation for users
 * (`text`).
 */
export const METHODS = [
  {
    method: "every order",
    head: "by cause",
    text: "By cause: the mean effect of a change over every order in which the changes can be made (Shapley value), so that joint effects are split between them.",
  },
  {
    method: "written order",
    head: "by cause, in written order",
    text: "By cause, in written order: the effect of a change when the changes are made in that order; a joint effect counts for the later one.",
  },
] as const;

export const byCause = ({ method }: Attribution): string =>
  METHODS.find((one) => one.method === method)?.head ?? "";

/** Text that names changes with their numbers in the report: `2. plan start: tp`. */
export const causeText = (places: readonly number[], changes: readonly Change[]): string =>
  places.map((place) => `${place + 1}. ${changes[place]?.key ?? ""}`).join(" and ");

/**
 * Paragraph that names the only cause of a difference. Empty where the programs differ in a single change.
 */
export const oneCause = (causes: readonly number[], changes: readonly Change[]): readonly Block[] =>
  changes.length < 2 ? [] : [paragraph(`The whole difference is due to ${causeText(causes, changes)}.`)];

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

export const notSharedOut = (causes: readonly number[]): Block =>
  paragraph(
    `The difference is not attributed to its ${causes.length} causes, because that would take too long.`,
  );
