import { type Ends, endsByRun, endsBySource } from "./quantiles.ts";
import {
  keyOf,
  type Level,
  levels,
  type RunKind,
  type Size,
  type Sizes,
  sizes,
  type Trait,
  traitNames,
} from "./runKind.ts";

/** One measured run beside its estimate. */
export interface MeasuredRun {
  readonly kind: RunKind;
  readonly sizes: Sizes;
  /** Where it was published. */
  readonly source: string;
  /** Whether constants were fitted without it. */
  readonly heldOut: boolean;
  /** log(measured / predicted); null where it was not measured. */
  readonly time: number | null;
  readonly memory: number | null;
}

/** What residuals are of: the step's time, or the peak of memory. */
export type Measured = "time" | "memory";

/** The measured runs of one kind: the interval of their residuals, and how far they reach. */
export interface KindRow {
  /** `keyOf` a kind at a level. */
  readonly key: string;
  readonly of: Measured;
  /** The runs that `ends` is of: those held out from fitting where they suffice, else all. */
  readonly part: "held out" | "all";
  readonly runs: number;
  readonly sources: number;
  /** Whether each source counts once, rather than each run. */
  readonly bySource: boolean;
  /** null: too few to say. */
  readonly ends: Ends | null;
  /** Smallest and largest of all runs of the kind. */
  readonly seen: Readonly<Record<Size, readonly [least: number, most: number]>>;
  /** Traits that at least one of them has. */
  readonly traits: readonly Trait[];
}

/** The table of residuals: a row for every kind of run that was measured often enough, and for those that say what was measured at all. */
export function kindTable(runs: readonly MeasuredRun[]): readonly KindRow[] {
  const rows: KindRow[] = [];
  for (const of of ["time", "memory"] as const)
    for (const level of levels) {
      const groups = new Map<string, MeasuredRun[]>();
      for (const run of runs) {
        if (run[of] === null) continue;
        const key = keyOf(run.kind, level);
        const group = groups.get(key);
        if (group) group.push(run);
        else groups.set(key, [run]);
      }
      for (const key of [...groups.keys()].sort()) {
        const row = kindRow(groups.get(key) ?? [], key, level, of);
        if (row.ends || marksMeasured(level)) rows.push(row);
      }
    }
  return rows;
}

/** Levels whose rows say whether a device's generation or a software stack was measured at all. */
const marksMeasured = (level: Level): boolean => !level.some((part) => part === "scale" || part === "traits");

function kindRow(runs: readonly MeasuredRun[], key: string, level: Level, of: Measured): KindRow {
  const held = runs.filter(({ heldOut }) => heldOut);
  const rules = rulesAt(level);
  const { part, used, ends, bySource } = rules
    .flatMap((rule) => [
      { part: "held out" as const, used: held, ...endsOf(held, rule, of) },
      { part: "all" as const, used: runs, ...endsOf(runs, rule, of) },
    ])
    .find((one) => one.ends !== null) ?? { part: "all" as const, used: runs, ends: null, bySource: false };
  const numbers = (size: Size) => runs.map((run) => run.sizes[size]);
  return {
    key,
    of,
    part,
    runs: used.length,
    sources: new Set(used.map(({ source }) => source)).size,
    bySource,
    ends,
    seen: Object.fromEntries(
      sizes.map((size) => [size, [Math.min(...numbers(size)), Math.max(...numbers(size))]]),
    ) as unknown as KindRow["seen"],
    traits: traitNames.filter((trait) => runs.some(({ kind }) => kind.traits.includes(trait))),
  };
}

type Rule = typeof endsByRun;

/**
 * Runs of one stack on one generation of devices count one by one. Where a row gathers several stacks or generations, a
 * source counts once: a benchmark of a thousand runs is no thousand opinions. Without enough sources, the runs of everything
 * still say something; those of a generation or a stack say less than everything does.
 */
function rulesAt(level: Level): readonly Rule[] {
  if (level.includes("architecture") && level.includes("framework")) return [endsByRun];
  return level.length === 0 ? [endsBySource, endsByRun] : [endsBySource];
}

function endsOf(runs: readonly MeasuredRun[], rule: Rule, of: Measured) {
  const residuals = runs.map((run) => ({ value: run[of] ?? 0, source: run.source }));
  return { ends: rule(residuals), bySource: rule === endsBySource };
}
