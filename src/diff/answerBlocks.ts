import {
  type Block,
  type Cell,
  differenceCell,
  differs,
  inWords,
  type Measure,
  numberCell,
  partText,
} from "../report/index.ts";
import { causeBlocks, paragraph } from "./causeBlocks.ts";
import type { Change } from "./changes.ts";
import type { Compared } from "./compared.ts";
import { comparedMeasures, soughtOf } from "./comparedMeasures.ts";
import { fitChange } from "./fitChange.ts";
import { measuresWith } from "./measures.ts";
import type { Point } from "./point.ts";
import { pointsBlocks } from "./pointsBlocks.ts";
import { settingChanges, settingsText } from "./settings.ts";

/**
 * Report blocks on one answer of the compared programs: its values before and after, and the effect of each
 * change.
 */
export function answerBlocks(one: Compared, changes: readonly Change[]): readonly Block[] {
  const { answer, also, before, after } = one;
  const heading: Block = {
    kind: "heading",
    level: 3,
    text: also.length === 0 ? answer.name : `${answer.name}, and equally ${also.join(", ")}`,
  };
  const [old, now] = [before.points[0], after.points[0]];
  const single = before.points.length === 1 && after.points.length === 1 && old?.key === now?.key;
  if (!single || !old || !now || answer.form === "sweep") return [heading, ...pointsBlocks(one, changes)];
  return [
    heading,
    ...(answer.form === "search" ? searchBlocks(one, old, now) : fitBlocks(old, now)),
    pointTable(old, now, comparedMeasures(one)),
    ...asBeforeBlocks(one, now),
    ...causeBlocks(one, changes),
  ];
}

function fitBlocks(old: Point, now: Point): readonly Block[] {
  if (old.fits === now.fits) {
    if (now.fits === "yes") return [];
    const text =
      now.fits === "no"
        ? "does not fit its devices, before and now"
        : "may not fit its devices, before and now";
    return [{ kind: "verdict", tone: "warning", text }];
  }
  return [fitChange(old, now)];
}

function searchBlocks({ before, after }: Compared, old: Point, now: Point): readonly Block[] {
  const isSame = settingChanges(old.settings, now.settings).every(({ follows }) => follows);
  const fresh = after.kept.filter((row) => !before.kept.includes(row)).length;
  const others = `The search lists ${after.kept.length} plans; ${fresh} of them ${fresh === 1 ? "is" : "are"} new.`;
  const planText = settingsText(now.settings);
  return [
    paragraph(isSame ? `The best plan is the same: ${planText}.` : `The best plan has changed: ${planText}.`),
    ...(after.kept.length > 1 && before.kept.length > 1 && fresh > 0 ? [paragraph(others)] : []),
  ];
}

function pointTable(old: Point, now: Point, measures: readonly Measure[]): Block {
  const settings = settingChanges(old.settings, now.settings).map(
    ({ path, before, after }): readonly Cell[] => [
      { text: path },
      { text: before },
      { text: after },
      { text: "" },
    ],
  );
  const rows = measures.map((measure): readonly Cell[] => {
    const [a, b] = [old.numbers[measure.name], now.numbers[measure.name]];
    return [
      { text: measure.label },
      numberCell(a, measure),
      numberCell(b, measure),
      differenceCell(a, b, measure),
    ];
  });
  return {
    kind: "table",
    columns: ["", "before", "now", "change"].map((title, i) => ({
      title,
      align: i === 0 ? "left" : "right",
    })),
    rows: [...settings, ...rows],
  };
}

/**
 * Paragraph on the plan that the first program's search ranked best, as the second program evaluates it.
 * Empty where that plan is still the best.
 */
function asBeforeBlocks(one: Compared, now: Point): readonly Block[] {
  const { asBefore } = one;
  if (asBefore === null) return [];
  if (asBefore.kind === "refused")
    return [paragraph(`The plan that was best before is now excluded: ${plainly(asBefore.why)}.`)];
  if (asBefore.kind !== "measured") return [];
  const measure = soughtOf(one, now, measuresWith(asBefore.bases));
  const value = asBefore.points[0]?.numbers[measure?.name ?? ""];
  const best = now.numbers[measure?.name ?? ""];
  if (!measure || typeof value !== "number" || typeof best !== "number") return [];
  const gap = differs(best, value) ? `${partText(best, value)} relative to the best` : "as good as the best";
  return [
    paragraph(
      `The plan that was best before now has a ${measure.label} of ${inWords(value, measure)}, ${gap}.`,
    ),
  ];
}

/**
 * Reason why a search restricted to one plan finds nothing, without the number of plans and without "at
 * best".
 */
const plainly = (why: string): string =>
  why.replace(/^finds nothing: 1 × /, "").replace(/ at best \([^)]*\)/, "");
