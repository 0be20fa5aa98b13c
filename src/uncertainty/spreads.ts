import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { LEVEL, middleOf } from "./quantiles.ts";
import { workloadOf } from "./runKind.ts";
import { studentQuantile } from "./student.ts";
import { type Ordered, ordered, type Pools, workloadsWithout } from "./workloadTable.ts";

/** What runs can have in common: runs of one class miss by more alike than runs of several. */
export const betweens = ["generation", "framework", "name", "way", "source"] as const;
export type Between = (typeof betweens)[number];

/** How far classes lie from one another. */
export interface Spread {
  readonly between: Between;
  readonly of: Measured;
  /** So many were left out, one at a time. */
  readonly classes: number;
  /** A class that nobody measured lies within so much of the others, as residuals, with the level's probability. */
  readonly halfWidth: number;
}

/** Where the middle of each class lies in the eyes of the others. */
type Shifts = Readonly<Record<Between, Readonly<Record<Measured, readonly number[]>>>>;

/**
 * Random effects from leaving one class out at a time: intervals are made without a generation of devices, a software stack, a way to
 * run or a source, and how far from their middle its runs then lie is its shift. Each class has one vote.
 */
export function shiftsOf(runs: readonly MeasuredRun[], pools: Pools): Shifts {
  const all = ordered(runs);
  return Object.fromEntries(
    betweens.map((between) => [between, classShifts(runs, all, pools, between)]),
  ) as unknown as Shifts;
}

/**
 * The spread of classes at a level, from their shifts: of the mean absolute shift that of normal ones follows (times √(π/2)), which one odd
 * class moves less than a mean square. Few classes know it badly: Student's t. What sources differ by is in it, and is in what runs leave open
 * too: a handful of classes does not tell the two apart, and counted twice it makes the interval wider where nothing was measured.
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

/** The classes that a run belongs to: one but of ways to run, of which a plan can have several or none. */
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
 * A run as it would have been missed if nobody had measured its class: constants of a device that nobody measured are guesses, and of a
 * stack without a name only what stacks have in common is known. They are where unknown devices and stacks differ most.
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

/** The middle over sources of the middle of each one's runs. */
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
