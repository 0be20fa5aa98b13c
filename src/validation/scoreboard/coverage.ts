import { basisOf } from "../../uncertainty/basis.ts";
import { kindTable, LEVEL, lookupIn, type Measured, type MeasuredRun } from "../../uncertainty/index.ts";
import { withUnit } from "../../units/index.ts";
import { median } from "./statistics.ts";

/** How many measured runs fall into intervals that were made without them. */
export interface Coverage {
  readonly of: Measured;
  readonly without: "held-out runs" | "the run's source";
  readonly runs: number;
  readonly inside: number;
  /** Mean over the sources of the share inside: every source counts once. */
  readonly bySource: number;
  /** Median of upper over lower end. */
  readonly width: number;
}

/**
 * The test of the intervals: those made of the runs that constants were fitted on, asked of the runs held out; and those made
 * of all other sources, asked of each source in turn, which is what a run of one's own is.
 */
export function coverageOf(runs: readonly MeasuredRun[]): readonly Coverage[] {
  const sources = [...new Set(runs.map(({ source }) => source))].sort();
  const halves = [
    { from: runs.filter(({ heldOut }) => !heldOut), asked: runs.filter(({ heldOut }) => heldOut) },
  ];
  const others = sources.map((source) => ({
    from: runs.filter((run) => run.source !== source),
    asked: runs.filter((run) => run.source === source),
  }));
  return (["time", "memory"] as const).flatMap((of) => [
    { of, without: "held-out runs" as const, ...inside(of, halves) },
    { of, without: "the run's source" as const, ...inside(of, others) },
  ]);
}

interface Test {
  readonly from: readonly MeasuredRun[];
  readonly asked: readonly MeasuredRun[];
}

function inside(of: Measured, tests: readonly Test[]): Omit<Coverage, "of" | "without"> {
  const widths: number[] = [];
  const found = new Map<string, { runs: number; inside: number }>();
  for (const { from, asked } of tests) {
    const lookup = lookupIn(kindTable(from));
    for (const run of asked) {
      const value = run[of];
      const basis = value === null ? null : basisOf(lookup, of, run.kind, run.sizes, "");
      if (value === null || !basis) continue;
      const { low, high } = basis.ends;
      const count = found.get(run.source) ?? { runs: 0, inside: 0 };
      found.set(run.source, count);
      count.runs++;
      if (value >= low && value <= high) count.inside++;
      widths.push(Math.exp(high - low));
    }
  }
  const counts = [...found.values()];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    runs: sum(counts.map((one) => one.runs)),
    inside: sum(counts.map((one) => one.inside)),
    bySource: sum(counts.map((one) => one.inside / one.runs)) / Math.max(1, counts.length),
    width: median(widths),
  };
}

/** The section of `docs/validation.md`. */
export function coverageMarkdown(runs: readonly MeasuredRun[]): readonly string[] {
  const share = (part: number, whole: number) =>
    whole === 0 ? "" : withUnit(((100 * part) / whole).toFixed(0), "%");
  const lines = coverageOf(runs).map(
    ({ of, without, runs: asked, inside: held, bySource, width }) =>
      `| ${of} | ${without} | ${asked} | ${share(held, asked)} | ${share(bySource, 1)} | ${width.toFixed(2)} |`,
  );
  return [
    "## Do the intervals hold",
    `Estimates carry intervals that are meant to hold ${share(LEVEL, 1)} of runs ([uncertainty.md](uncertainty.md)). Here they are made without the runs that they are asked of: without those held out from fitting, and without the whole source of a run, which is what a run of your own is to these tables. "By source" is the mean over sources, so that a benchmark of a thousand runs counts as one; width is the upper end over the lower.`,
    [
      "| interval of | made without | runs | inside | inside, by source | median width |",
      "|---|---|---|---|---|---|",
      ...lines,
    ].join("\n"),
  ];
}
