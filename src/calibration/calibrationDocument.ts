import type { Block, Cell, Document, Table } from "../report/document/document.ts";
import { withUnit } from "../units/index.ts";
import { percent, signedPercent } from "../validation/statistics/numberText.ts";
import { reasons, type SkippedRow, someOf } from "../validation/statistics/skipped.ts";
import type { CalibratedRun, Calibration, ErrorsOfPart, FittedConstant, Found } from "./calibrate.ts";
import { rounded, written } from "./written.ts";

/** Limit on the runs shown. Of more, those with the largest errors are shown; `--json` has all. */
const SHOWN = 40;

/** Calibration report: constants, errors before and after, runs, and unusable rows. */
export function calibrationDocument(calibration: Calibration, skipped: readonly SkippedRow[]): Document {
  const { constants, runs, errors } = calibration;
  const blocks: Block[] = [
    { kind: "heading", level: 1, text: "Calibration" },
    { kind: "paragraph", text: summary(calibration) },
    constantsTable(constants.filter(({ found }) => found)),
    ...notes(constants),
    errorsTable(errors),
    runsTable(runs),
  ];
  if (skipped.length > 0) blocks.push(skippedTable(skipped));
  return { blocks };
}

function summary({ constants, runs }: Calibration): string {
  const fitted = runs.filter((one) => one.fitted).length;
  const held = runs.length - fitted;
  const found = constants.filter((one) => one.found).length;
  return [
    `${found} ${found === 1 ? "constant" : "constants"} fitted on ${fitted} ${fitted === 1 ? "run" : "runs"}`,
    ...(held > 0 ? [`${held} held out`] : []),
  ].join("; ");
}

const left = (title: string) => ({ title, align: "left" as const });
const right = (title: string) => ({ title, align: "right" as const });
const text = (value: string): Cell => ({ text: value });

function constantsTable(constants: readonly FittedConstant[]): Table {
  const shown = (value: number, { field }: FittedConstant) => ({
    text: written(rounded(value, field), field),
    value,
  });
  const fitted = (one: FittedConstant): Cell => {
    const cell = shown(one.value, one);
    return one.found?.atLimit ? { ...cell, text: `${cell.text} (limit)` } : cell;
  };
  return {
    kind: "table",
    caption: "Constants",
    columns: [
      left("constant"),
      left("of"),
      right("n"),
      right("before"),
      right("fitted"),
      right("95% range"),
      right("by runs"),
    ],
    rows: constants.map((one) => [
      text(short(one.path)),
      text(one.owner),
      { text: String(one.measurements), value: one.measurements },
      shown(one.start, one),
      fitted(one),
      text(one.found ? rangeText(one.found.range, one.field) : "–"),
      byTheRuns(one),
    ]),
  };
}

/** Range with one unit: `67.2 – 78.6%`. */
function rangeText(range: Found["range"], field: FittedConstant["field"]): string {
  const [least, most] = range.map((value) => written(rounded(value, field), field));
  return `${least?.replace(/%$| \S+$/, "")} – ${most}`;
}

/** Cell with the share of a constant's certainty that comes from the runs. */
const byTheRuns = ({ found }: FittedConstant): Cell =>
  found
    ? { text: withUnit(String(Math.round(100 * found.determined)), "%"), value: found.determined }
    : text("–");

/** Paragraphs that explain the table of constants. */
function notes(constants: readonly FittedConstant[]): readonly Block[] {
  const paragraph = (words: string): Block => ({ kind: "paragraph", text: words });
  const listed = new Set<string>();
  const pairs = constants.flatMap((one): readonly Block[] => {
    const { trades } = one.found ?? {};
    if (!trades || Math.abs(trades.correlation) < 0.9) return [];
    const names = [short(one.path), short(trades.path)].sort();
    const pair = names.join(" and ");
    if (listed.has(pair)) return [];
    listed.add(pair);
    return [
      paragraph(
        `These runs cannot separate ${pair} (correlation ${trades.correlation.toFixed(2)}): their combined effect is better known than either.`,
      ),
    ];
  });
  const left = constants.filter(({ found }) => !found);
  const paths = [...new Set(left.map(({ path }) => path))].map((path) => {
    const owners = left.filter((one) => one.path === path).map(({ owner }) => owner);
    return `${short(path)} (${owners.join(", ")})`;
  });
  return [
    ...(left.length > 0
      ? [paragraph(`Not fitted, because the runs hardly depend on them: ${paths.join("; ")}.`)]
      : []),
    paragraph(
      `The fit penalises changes: a factor of 2 (4/3 for a share) costs as much as a 5% error in one run. "By runs" is the share of a constant's certainty that comes from your data; the rest is its value before the fit. Ranges assume that the errors of different runs are independent.`,
    ),
    ...pairs,
  ];
}

/** Path without its first name, which the rest implies. */
const short = (path: string) => path.slice(path.indexOf(".") + 1);

function errorsTable(errors: readonly ErrorsOfPart[]): Table {
  const split = errors.some(({ fitted }) => !fitted);
  const row = (
    { fitted, of }: ErrorsOfPart,
    when: string,
    { n, mape, median, p90, signed }: ErrorsOfPart["before"],
  ) => [
    text(split ? `${of}, ${fitted ? "fitted" : "held out"}` : of),
    text(when),
    { text: String(n), value: n },
    { text: percent(mape), value: mape },
    { text: percent(median), value: median },
    { text: percent(p90), value: p90 },
    { text: signedPercent(signed), value: signed },
  ];
  return {
    kind: "table",
    caption: "Errors, predicted / measured - 1",
    columns: [
      left("of"),
      left(""),
      right("n"),
      right("MAPE"),
      right("median"),
      right("p90"),
      right("signed"),
    ],
    rows: errors.flatMap((part) => [row(part, "before", part.before), row(part, "after", part.after)]),
  };
}

function runsTable(runs: readonly CalibratedRun[]): Table {
  const worst = ({ after }: CalibratedRun) =>
    Math.max(...[after.timeError, after.memoryError].map((e) => Math.abs(e ?? 0)));
  const shown = runs.length <= SHOWN ? runs : [...runs].sort((a, b) => worst(b) - worst(a)).slice(0, SHOWN);
  const hasMemory = runs.some(({ before }) => before.memory);
  const hasHeldOut = runs.some(({ fitted }) => !fitted);
  const error = (value: number | null): Cell =>
    value === null ? text("") : { text: signedPercent(value), value };
  return {
    kind: "table",
    caption: runs.length <= SHOWN ? "Runs" : `Runs: the ${SHOWN} with the largest errors of ${runs.length}`,
    columns: [
      left("run"),
      ...(hasHeldOut ? [left("")] : []),
      left("metric"),
      right("measured"),
      right("before"),
      right("after"),
      ...(hasMemory ? [right("memory before"), right("memory after")] : []),
    ],
    rows: shown.map(({ run, fitted, before, after }) => [
      text(run.row.id),
      ...(hasHeldOut ? [text(fitted ? "" : "held out")] : []),
      text(before.time?.metric ?? ""),
      before.time
        ? { text: String(Number(before.time.measured.toPrecision(4))), value: before.time.measured }
        : text(""),
      error(before.timeError),
      error(after.timeError),
      ...(hasMemory ? [error(before.memoryError), error(after.memoryError)] : []),
    ]),
  };
}

export function skippedTable(skipped: readonly SkippedRow[]): Table {
  return {
    kind: "table",
    caption: "Rows that could not be compared with an estimate",
    columns: [right("rows"), left("reason"), left("which")],
    rows: reasons(skipped).map(([reason, ids]) => [
      { text: String(ids.length), value: ids.length },
      text(reason),
      text(someOf(ids)),
    ]),
  };
}
