import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { LEVEL, middleOf } from "./quantiles.ts";
import { workloadOf } from "./runKind.ts";
import { studentQuantile } from "./student.ts";
import { type Ordered, ordered, type Pools, workloadsWithout } from "./workloadTable.ts";

/** Classes that group runs: residuals within one class are more alike than across classes. */
export const betweens = ["generation", "framework", "name", "way", "source"] as const;
export type Between = (typeof betweens)[number];

/** Spread of residuals between classes. */
export interface Spread {
  readonly between: Between;
  readonly of: Measured;
  /** Number of classes, each left out once. */
  readonly classes: number;
  /** Half-width that an unmeasured class stays within at the level's probability, as a residual. */
  readonly halfWidth: number;
}

/** Shift of each class: the median of its residuals relative to the interval of the other classes. */
type Shifts = Readonly<Record<Between, Readonly<Record<Measured, readonly number[]>>>>;

/**
 * Shifts for a random-effects model, by leaving one class out at a time. Intervals are made without one
 * device generation, software stack, way to run or source. The distance of that class's runs from the
 * interval's median is its shift. Each class has one vote.
 */
export function shiftsOf(runs: readonly MeasuredRun[], pools: Pools): Shifts {
  const all = ordered(runs);
  return Object.fromEntries(
    betweens.map((between) => [between, classShifts(runs, all, pools, between)]),
  ) as unknown as Shifts;
}

/**
 * Spread of classes at a level, from their shifts. The deviation is √(π/2) times the mean absolute shift, as
 * for a normal distribution: one odd class moves it less than a mean square. Few classes estimate it badly,
 * so the quantile is Student's t. It includes the difference between sources, which the runs' own interval
 * includes too. A handful of classes cannot separate the two, so the interval is wider than needed where
 * nothing was measured.
 */
export function spreadsOf(shifts: Shifts, level = LEVEL): readonly Spread[] {
  return measured.flatMap((of) =>
    betweens.flatMap((between): readonly Spread[] => {
      const found = shifts[between][of];
      if (found.length < 2) return [];
      const deviation = Math.sqrt(Math.PI / 2) * meanOf(found.map(Math.abs));
      const halfWidth = studentQuantile((1 + level) / 2, found.length) * deviation;
      return [{ between, of, classes: found.length, halfWidth }];
    }),
  );
}

/** Classes that a run belongs to: exactly one, except for ways to run, of which a plan has any number. */
export function classesOf(between: Between, { kind, source }: MeasuredRun): readonly string[] {
  switch (between) {
    case "generation":
      return [kind.architecture ?? "none"];
    case "framework":
    case "name":
      return [kind.framework];
    case "way":
      return kind.traits;
    default:
      return [source];
  }
}

/**
 * A run with the residual that it would have if its class were unmeasured. A device then has guessed
 * constants, and an unnamed stack has only what stacks have in common. Unknown devices and stacks differ most
 * there.
 */
export function unseen(between: Between, run: MeasuredRun): MeasuredRun {
  const time = (value: number | null): MeasuredRun => ({ ...run, missed: { ...run.missed, time: value } });
  if (between === "generation") return time(run.guessed);
  return between === "name" ? time(run.unnamed) : run;
}

function classShifts(
  runs: readonly MeasuredRun[],
  all: Ordered,
  pools: Pools,
  between: Between,
): Shifts[Between] {
  const found: Record<Measured, number[]> = { time: [], memory: [] };
  const used = runs.filter(({ heldOut }) => !heldOut);
  for (const name of [...new Set(used.flatMap((run) => classesOf(between, run)))].sort()) {
    const own = (run: MeasuredRun) => classesOf(between, run).includes(name);
    const others = workloadsWithout(all, own, pools);
    const asked = used.filter(own).map((run) => unseen(between, run));
    for (const of of measured) {
      const shift = shiftOf(of, asked, (run) => others(of, workloadOf(run.kind))?.reach.middle);
      if (shift !== null) found[of].push(shift);
    }
  }
  return found;
}

/** Median over sources of the median shift of each source's runs. */
function shiftOf(
  of: Measured,
  runs: readonly MeasuredRun[],
  middle: (run: MeasuredRun) => number | undefined,
): number | null {
  const bySource = new Map<string, number[]>();
  for (const run of runs) {
    const value = run.missed[of];
    const from = middle(run);
    if (value === null || from === undefined) continue;
    const known = bySource.get(run.source) ?? [];
    bySource.set(run.source, known);
    known.push(value - from);
  }
  return bySource.size === 0 ? null : middleOf([...bySource.values()].map(middleOf));
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
