import { type Block, type Cell, type Measure, shareCells } from "../report/index.ts";
import { byCause, causeText, notSharedOut, oneCause, paragraph } from "./causeBlocks.ts";
import type { Change } from "./changes.ts";
import { numberOf } from "./compare.ts";
import type { Compared } from "./compared.ts";
import type { Point } from "./point.ts";

/** A row of a table as each program computes it. undefined for a program that lacks the row. */
export interface Pair {
  readonly key: string;
  readonly old: Point | undefined;
  readonly now: Point | undefined;
}

/** A number of each table row whose difference is attributed to changes. */
export interface Sought {
  /** Label of the number for users. Empty where rows have different numbers, as the ends of a front do. */
  readonly label: string;
  of(point: Point): Measure | undefined;
}

/**
 * Report blocks that attribute each row's difference to the changes: one table per number, one column per
 * change.
 */
export function pointCauses(
  one: Compared,
  pairs: readonly Pair[],
  sought: readonly Sought[],
  changes: readonly Change[],
): readonly Block[] {
  const { attribution, causes } = one;
  if (causes.length < 2) return oneCause(causes, changes);
  if (attribution === null) return [notSharedOut(causes)];
  /** Labels of the measures whose whole difference one change explains, by that change. */
  const alone = new Map<string, string[]>();
  const tables = sought.flatMap(({ label, of }): readonly Block[] => {
    const rows = pairs.flatMap(({ key, old, now }): readonly (readonly Cell[])[] => {
      const measure = old && now && !old.why && !now.why ? of(now) : undefined;
      if (!measure) return [];
      const shares = attribution.shares.map(({ numbers }) => numbers[numberOf(key, measure.name)]);
      return [
        [{ text: key.replace(/\bplan\./g, "") }, ...shareCells(shares, now?.numbers[measure.name], measure)],
      ];
    });
    // Leave out changes without effect on any row.
    const telling = attribution.shares.flatMap((share, at) => {
      const places = share.changes.map((place) => causes[place] ?? 0);
      return rows.some((cells) => cells[at + 1]?.text !== "·") ? [{ at, places }] : [];
    });
    const [only, another] = telling;
    if (!only) return [];
    if (!another) {
      const title = causeText(only.places, changes);
      alone.set(title, [...(alone.get(title) ?? []), label]);
      return [];
    }
    const head = `${label} ${byCause(attribution)}`.trim();
    return [
      {
        kind: "table",
        columns: [head, ...telling.map(({ places }) => shortText(places, changes))].map((title, i) => ({
          title,
          align: i === 0 ? "left" : "right",
        })),
        rows: rows.map(([key, ...cells]) => [
          key ?? { text: "" },
          ...telling.map(({ at }) => cells[at] ?? { text: "–" }),
        ]),
      },
    ];
  });
  const sentences = [...alone].map(([title, labels]) => {
    const whole = labels.includes("") ? "difference" : `change in ${listed(labels)}`;
    return paragraph(`The whole ${whole} is due to ${title}.`);
  });
  return [...sentences, ...tables];
}

/** Labels joined in a sentence: `step time, memory and cost`. */
function listed(labels: readonly string[]): string {
  const last = labels.at(-1) ?? "";
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(", ")} and ${last}`;
}

/** Short name of some changes, with their number and without their definition: `2. tp`. */
const shortText = (places: readonly number[], changes: readonly Change[]): string =>
  places.map((place) => `${place + 1}. ${changes[place]?.key.replace(/^.*?: /, "") ?? ""}`).join(" and ");
