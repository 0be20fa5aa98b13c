import { LEVEL, type MeasuredRun } from "../../uncertainty/index.ts";
import { withUnit } from "../../units/index.ts";
import { type Coverage, coverageOf, LEVELS, type Without } from "./coverage.ts";
import { table } from "./markdownTable.ts";

const without: Readonly<Record<Without, string>> = {
  nothing: "held-out runs",
  generation: "the generation of devices",
  framework: "the software stack",
  source: "the source",
  way: "the way to run",
  size: "the larger sizes",
};
/** Classes whose rows are worth reading one by one. */
const ONE_BY_ONE: readonly Without[] = ["generation", "framework"];

/** The section of `docs/validation.md`. */
export function coverageMarkdown(runs: readonly MeasuredRun[]): readonly string[] {
  const found = coverageOf(runs);
  const at = (one: Coverage, level: number): Coverage | undefined =>
    found.find(
      (other) =>
        other.level === level &&
        other.of === one.of &&
        other.without === one.without &&
        other.name === one.name,
    );
  const figures = (one: Coverage): readonly string[] => [
    String(one.runs),
    ...LEVELS.map((level) => percent(at(one, level)?.bySource)),
    percent(one.inside),
    one.width.toFixed(2),
    one.score.toFixed(2),
  ];
  const heads = [
    "runs",
    ...LEVELS.map((level) => `${percent(level)}, by source`),
    ...[`${percent(LEVEL)}, by run`, "median width", "interval score"],
  ];
  const shown = found.filter(({ level }) => level === LEVEL);
  const together = shown.filter(({ name }) => name === "all");
  const single = shown.filter(
    (one) => one.of === "time" && one.name !== "all" && ONE_BY_ONE.includes(one.without),
  );
  return [
    "## Do the intervals hold",
    `Estimates carry intervals that are meant to hold ${percent(LEVEL)} of runs ([uncertainty.md](uncertainty.md)). They are made of the half of the runs that constants were fitted on, and asked of the other half here: as they ship, and made again without a whole class of runs, each class in turn, which is what a device, a stack or a source that nobody measured is. Runs of a generation that is left out are predicted with the language's guesses for what was fitted of its devices; ways to run and sizes are asked of intervals made without any run of that way, or without the sizes above half of the largest quarter. "By source" is the mean over sources, so that a benchmark of a thousand runs counts as one. Width is the upper end over the lower, and the interval score (Gneiting and Raftery 2007) is log(width) and ${Math.round(2 / (1 - LEVEL))} times what a run lies outside, on the mean over sources: wide intervals and misses both cost; both are of ${percent(LEVEL)}.`,
    table(
      ["interval of", "made without", ...heads],
      together.map((one) => [one.of, without[one.without], ...figures(one)]),
    ),
    "Of the time, class by class:",
    table(
      ["left out", ...heads],
      single.map((one) => [one.name, ...figures(one)]),
    ),
  ];
}

const percent = (share: number | undefined): string =>
  share === undefined ? "" : withUnit((100 * share).toFixed(0), "%");
