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
import { paragraph } from "./causeBlocks.ts";
import type { Change } from "./changes.ts";
import type { Compared } from "./compared.ts";
import { comparedMeasures, soughtOf } from "./comparedMeasures.ts";
import { fitChange } from "./fitChange.ts";
import type { Point } from "./point.ts";
import { type Pair, pointCauses, type Sought } from "./pointCauses.ts";
import { inPlan, settingChanges } from "./settings.ts";

/** Limit on the rows that the report shows of one table. */
const MOST = 12;
/** Limit on the settings that the report shows of one row. */
const MOST_SETTINGS = 3;

/**
 * Report blocks on an answer with several rows: a sweep, the best row per value, or the ends of a Pareto
 * front.
 */
export function pointsBlocks(one: Compared, changes: readonly Change[]): readonly Block[] {
  const { answer, before, after } = one;
  const isSweep = answer.form === "sweep";
  const pairs = pairsOf(before.points, after.points);
  const measures = comparedMeasures(one).filter(({ follows }) => !follows);
  const moved = pairs.filter(({ old, now }) => isMoved(old, now, measures));
  const listed = moved.slice(0, MOST);
  const rest = [
    ...(listed.length < moved.length ? [`${moved.length - listed.length} more rows differ.`] : []),
    ...(moved.length < pairs.length ? [sameText(pairs.length - moved.length, pairs.length)] : []),
  ];
  return [
    ...(one.aims.length > 1 ? [frontBlock(one)] : []),
    ...lostBlocks(listed),
    isSweep ? sweepTable(listed, measures) : bestTable(one, listed, measures),
    ...(rest.length > 0 ? [paragraph(rest.join(" "))] : []),
    ...pointCauses(
      one,
      listed,
      isSweep ? movingIn(listed, measures).map(always) : [soughtIn(one, measures)],
      changes,
    ),
  ];
}

const always = (measure: Measure): Sought => ({ label: measure.label, of: () => measure });

/**
 * Number by which rows were chosen, for the table's attribution. Each end of a Pareto front has its own
 * number, so the label is empty.
 */
const soughtIn = (one: Compared, measures: readonly Measure[]): Sought => ({
  label: one.aims.length > 1 ? "" : (soughtOf(one, NOWHERE, measures)?.label ?? ""),
  of: (point) => soughtOf(one, point, measures),
});

const sameText = (same: number, all: number): string =>
  `${same} of ${all} rows ${same === 1 ? "is" : "are"} the same.`;

function pairsOf(before: readonly Point[], after: readonly Point[]): readonly Pair[] {
  const [old, now] = [before, after].map((points) => new Map(points.map((point) => [point.key, point])));
  return [...new Set([...(now?.keys() ?? []), ...(old?.keys() ?? [])])].map((key) => ({
    key,
    old: old?.get(key),
    now: now?.get(key),
  }));
}

function isMoved(old: Point | undefined, now: Point | undefined, measures: readonly Measure[]): boolean {
  if (!old || !now) return true;
  return (
    measures.some(({ name }) => differs(old.numbers[name], now.numbers[name])) ||
    settingChanges(old.settings, now.settings).length > 0 ||
    old.fits !== now.fits
  );
}

function frontBlock({ before, after }: Compared): Block {
  const both = after.kept.filter((row) => before.kept.includes(row)).length;
  const [was, is] = [before, after].map(({ kept }) => (kept.length === 1 ? "1 row" : `${kept.length} rows`));
  if (both === after.kept.length && both === before.kept.length)
    return paragraph(`Its front has the same ${is}.`);
  return paragraph(`Its front has ${is} and had ${was}; ${both} are on both.`);
}

/** Verdict blocks on rows that have results only in the first program, or whose fit to memory changed. */
function lostBlocks(pairs: readonly Pair[]): readonly Block[] {
  return pairs.flatMap(({ key, old, now }): readonly Block[] => {
    if (now?.why && !old?.why) return [{ kind: "verdict", tone: "bad", text: `${key}: ${now.why}` }];
    if (!old || !now || old.why || now.why || old.fits === now.fits) return [];
    return [fitChange(old, now, key)];
  });
}

const columnsOf = (titles: readonly string[]) =>
  titles.map((title, i) => ({ title, align: i === 0 ? ("left" as const) : ("right" as const) }));

/**
 * Table of a sweep: one row per point, and for each measure its new value and its change relative to the
 * first program's.
 */
function sweepTable(pairs: readonly Pair[], measures: readonly Measure[]): Block {
  const moving = movingIn(pairs, measures);
  const cellOf = ({ old, now }: Pair, measure: Measure): Cell => {
    const [a, b] = [old?.numbers[measure.name], now?.numbers[measure.name]];
    if (typeof b !== "number") return numberCell(b, measure);
    const part = typeof a === "number" ? (differs(a, b) ? ` (${partText(a, b)})` : "") : " (new)";
    return { text: `${inWords(b, measure)}${part}`, value: b };
  };
  const paths = settingsIn(pairs);
  return {
    kind: "table",
    columns: [
      ...paths.map((title) => ({ title, align: "left" as const })),
      ...moving.map(({ label }) => ({ title: label, align: "right" as const })),
    ],
    rows: pairs.map((pair) => [
      ...paths.map((path) => ({ text: (pair.now ?? pair.old)?.settings.get(path)?.shown ?? "" })),
      ...moving.map((measure) => cellOf(pair, measure)),
    ]),
  };
}

const movingIn = (pairs: readonly Pair[], measures: readonly Measure[]): readonly Measure[] =>
  measures.filter(({ name }) =>
    pairs.some(({ old, now }) => differs(old?.numbers[name], now?.numbers[name])),
  );

/** Paths that a table sets in its rows, without settings that follow from others. */
function settingsIn(pairs: readonly Pair[]): readonly string[] {
  const all = pairs.flatMap(({ old, now }) => [...(now ?? old ?? NOWHERE).settings]);
  return [...new Set(all.flatMap(([path, { follows }]) => (follows ? [] : [path])))];
}

/** Table of the best rows: the measure they are ranked by, in each program, and the settings that differ. */
function bestTable(one: Compared, pairs: readonly Pair[], measures: readonly Measure[]): Block {
  const rows = pairs.map(({ key, old, now }): readonly Cell[] => {
    const sought = soughtOf(one, now ?? old ?? NOWHERE, measures);
    if (!sought) return [{ text: key }];
    const [a, b] = [old?.numbers[sought.name], now?.numbers[sought.name]];
    return [
      { text: key },
      numberCell(a, sought),
      numberCell(b, sought),
      differenceCell(a, b, sought),
      { text: old && now && !old.why && !now.why ? settingsOf(old, now) : "" },
    ];
  });
  return {
    kind: "table",
    columns: [
      ...columnsOf([soughtIn(one, measures).label, "before", "now", "change"]),
      { title: "best plan", align: "left", remark: true },
    ],
    rows,
  };
}

const NOWHERE: Point = { key: "", numbers: {}, fits: "yes", settings: new Map(), why: null };

function settingsOf(old: Point, now: Point): string {
  const changed = settingChanges(old.settings, now.settings);
  const listed = changed
    .slice(0, MOST_SETTINGS)
    .map(({ path, before, after }) => `${inPlan(path)} = ${before} → ${after}`);
  const more = changed.length - listed.length;
  return changed.length === 0 ? "the same" : [...listed, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
