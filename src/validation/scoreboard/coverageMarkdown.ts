import {
  LEVEL,
  lookupIn,
  type MeasuredRun,
  measured,
  type ResidualTable,
  residualTable,
  sizeNames,
} from "../../uncertainty/index.ts";
import { withUnit } from "../../units/index.ts";
import { table } from "../statistics/markdownTable.ts";
import { type Asking, asking, type Coverage, coverageOf, LEVELS } from "./coverage.ts";
import type { LeftOut } from "./trials.ts";

const without: Readonly<Record<LeftOut, string>> = {
  nothing: "nothing",
  source: "the source",
  generation: "the generation of devices",
  framework: "the software stack",
  name: "the software stack and its name",
  way: "the way to run",
  size: "the larger sizes",
};
const asks: Readonly<Record<Asking, string>> = {
  "by hand": "programs by hand",
  elsewhere: "programs by hand of runs that no table has",
  written: "held-out rows as users write them",
  "by table": "held-out rows as the tables have them",
};
const what = {
  generation: "generation of devices",
  framework: "software stack",
  name: "software stack, not named",
  way: "way to run",
  source: "source",
} as const;
/** Classes that get a row each in the table of coverage. */
const ONE_BY_ONE: readonly LeftOut[] = ["generation", "framework"];

/** Generated section of `docs/uncertainty.md`: the data behind intervals, and their coverage. */
export function coverageMarkdown(runs: readonly MeasuredRun[]): readonly string[] {
  return [...numbersMarkdown(residualTable(runs)), ...testsMarkdown(coverageOf(runs))];
}

function numbersMarkdown(shipped: ResidualTable): readonly string[] {
  const { workloads, spreads, slopes } = shipped;
  const { factor } = lookupIn(shipped);
  return [
    "### What they are made of",
    "Residuals by workload: the middle, and how far to either side the interval reaches before anything is added.",
    table(
      ["workload", "interval of", "runs", "sources", "middle", "half-width"],
      workloads.map(({ workload, of, runs, sources, reach }) => [
        ...[workload, of, String(runs), String(sources)],
        ...[residual(reach.middle), residual(reach.halfWidth)],
      ]),
    ),
    "What a class that nobody measured may differ by, s:",
    table(
      ["a class that is left out", "interval of", "classes", "s"],
      spreads.map(({ between, of, classes, halfWidth }) => [
        ...[what[between], of, String(classes), residual(halfWidth)],
      ]),
    ),
    "What residuals drift by while a size doubles:",
    table(
      ["size", "interval of", "sources", "a doubling", "size of the source in the middle"],
      slopes.map(({ size, of, sources, perDoubling, middle }) => [
        ...[sizeNames[size], of, String(sources), residual(perDoubling)],
        Number(middle.toPrecision(3)).toLocaleString("en-US"),
      ]),
    ),
    `Intervals of time are then made ${factor("time").toFixed(2)} times as wide, those of memory ${factor("memory").toFixed(2)} times.`,
  ];
}

function testsMarkdown(found: readonly Coverage[]): readonly string[] {
  const at = (one: Coverage, level: number): Coverage | undefined =>
    found.find(
      (other) =>
        other.level === level &&
        other.of === one.of &&
        other.asked === one.asked &&
        other.without === one.without &&
        other.name === one.name,
    );
  const figures = (one: Coverage): readonly string[] => [
    ...[String(one.runs), String(one.sources)],
    ...[percent(one.inside), percent(one.butLargest), percent(one.bySource)],
    ...LEVELS.filter((level) => level !== LEVEL).map((level) => percent(at(one, level)?.bySource)),
    ...[one.width.toFixed(2), one.wider.toFixed(2), one.score.toFixed(2)],
  ];
  const heads = [
    ...["runs", "sources", "by run", "but the largest source", "by source"],
    ...LEVELS.filter((level) => level !== LEVEL).map((level) => `${percent(level)}, by source`),
    ...["median width", "beside nothing left out", "interval score"],
  ];
  const shown = found.filter(({ level }) => level === LEVEL);
  const together = (of: Coverage["of"], asked: Asking) =>
    shown.filter((one) => one.of === of && one.asked === asked && one.name === "all");
  const single = shown.filter(
    (one) =>
      one.of === "time" && one.asked === "written" && one.name !== "all" && ONE_BY_ONE.includes(one.without),
  );
  return [
    "### Do they hold",
    `Shares of runs inside intervals of ${percent(LEVEL)}, made without what the second column says.`,
    ...measured.flatMap((of) =>
      asking.flatMap((asked) => {
        const rows = together(of, asked);
        return rows.length === 0
          ? []
          : [
              `Of ${of}, ${asks[asked]}:`,
              table(
                ["made without", ...heads],
                rows.map((one) => [without[one.without], ...figures(one)]),
              ),
            ];
      }),
    ),
    "Of time, held-out rows as users write them, class by class:",
    table(
      ["left out", ...heads],
      single.map((one) => [one.name, ...figures(one)]),
    ),
  ];
}

const residual = (value: number): string => value.toFixed(3);
const percent = (share: number | undefined): string =>
  share === undefined || Number.isNaN(share) ? "" : withUnit((100 * share).toFixed(0), "%");
