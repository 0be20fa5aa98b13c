import {
  type Groups,
  groupsOf,
  type Lookup,
  lookupWithout,
  type Measured,
  type MeasuredRun,
  measured,
} from "./kindTable.ts";
import { nearest } from "./nearest.ts";
import { LEVEL } from "./quantiles.ts";
import { studentQuantile } from "./student.ts";

/** What runs can have in common: runs of one class miss by more alike than runs of several. */
export const betweens = ["generation", "framework", "source"] as const;
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

/** Where the middle of a class lies in the eyes of the others, and in how many sources it was seen. */
interface Shift {
  readonly value: number;
  readonly sources: number;
}

type Shifts = Readonly<Record<Between, Readonly<Record<Measured, readonly Shift[]>>>>;

/**
 * Random effects from leaving one class out at a time: intervals are made without a generation of devices, a software stack or a
 * source, and how far from their middle its runs then lie is its shift. Sources differ as well, and a class of few sources is shifted by
 * that alone: that much is taken off. Each class has one vote.
 */
export function shiftsOf(runs: readonly MeasuredRun[]): Shifts {
  const groups = groupsOf(runs);
  return Object.fromEntries(
    betweens.map((between) => [between, classShifts(runs, groups, between)]),
  ) as unknown as Shifts;
}

/** The spread of classes at a level, from their shifts. Few classes know it badly: Student's t. */
export function spreadsOf(shifts: Shifts, level = LEVEL): readonly Spread[] {
  return measured.flatMap((of) => {
    const variance = meanOf(shifts.source[of], ({ value }) => value ** 2);
    return betweens.flatMap((between): readonly Spread[] => {
      const found = shifts[between][of];
      if (found.length < 2) return [];
      const bySources = ({ sources }: Shift) => (between === "source" ? 0 : variance / sources);
      const own = Math.max(
        0,
        meanOf(found, (shift) => shift.value ** 2 - bySources(shift)),
      );
      const halfWidth = studentQuantile((1 + level) / 2, found.length) * Math.sqrt(own);
      return [{ between, of, classes: found.length, halfWidth }];
    });
  });
}

/** The class that a run belongs to. */
export function classOf(between: Between, { kind, source }: MeasuredRun): string {
  if (between === "source") return source;
  return between === "framework" ? kind.framework : (kind.architecture ?? "none");
}

/**
 * A run as it would have been missed if nobody had measured its class: constants of a device that nobody measured are guesses, and
 * they are where unknown devices differ most.
 */
export function unseen(between: Between, run: MeasuredRun): MeasuredRun {
  return between === "generation" ? { ...run, time: run.guessed } : run;
}

function classShifts(runs: readonly MeasuredRun[], groups: Groups, between: Between): Shifts[Between] {
  const found: Record<Measured, Shift[]> = { time: [], memory: [] };
  for (const name of [...new Set(runs.map((run) => classOf(between, run)))].sort()) {
    const own = (run: MeasuredRun) => classOf(between, run) === name;
    const others = lookupWithout(groups, own);
    const asked = runs.filter((run) => own(run) && !run.heldOut).map((run) => unseen(between, run));
    for (const of of measured) {
      const shift = shiftOf(others, of, asked);
      if (shift) found[of].push(shift);
    }
  }
  return found;
}

/** The middle over sources of the middle of each one's runs. */
function shiftOf(lookup: Lookup, of: Measured, runs: readonly MeasuredRun[]): Shift | null {
  const bySource = new Map<string, number[]>();
  for (const run of runs) {
    const value = run[of];
    const found = nearest(lookup, of, run.kind, run.sizes);
    if (value === null || !found) continue;
    const known = bySource.get(run.source) ?? [];
    bySource.set(run.source, known);
    known.push(value - found.ends.median);
  }
  const sources = bySource.size;
  return sources === 0 ? null : { value: middleOf([...bySource.values()].map(middleOf)), sources };
}

function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  const half = sorted.length / 2;
  return (at(Math.ceil(half) - 1) + at(Math.floor(half))) / 2;
}

const meanOf = <T>(all: readonly T[], value: (one: T) => number): number =>
  all.reduce((sum, one) => sum + value(one), 0) / Math.max(1, all.length);
