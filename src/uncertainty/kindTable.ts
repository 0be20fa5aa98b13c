import { type Ends, endsByRun, endsBySource, LEVEL } from "./quantiles.ts";
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
  /** Whether constants, and intervals, are made without it, so that it can test them. */
  readonly heldOut: boolean;
  /** log(measured / predicted); null where it was not measured. */
  readonly time: number | null;
  /** The same of the time, had nobody measured its device: with guesses for the device's calibrated constants. */
  readonly guessed: number | null;
  readonly memory: number | null;
}

/** What residuals are of: the step's time, or the peak of memory. */
export const measured = ["time", "memory"] as const;
export type Measured = (typeof measured)[number];

/** The measured runs of one kind: the interval of their residuals, and how far they reach. */
export interface KindRow {
  /** `keyOf` a kind at a level. */
  readonly key: string;
  readonly of: Measured;
  /** Those that `ends` is of: not the held-out ones. */
  readonly runs: number;
  readonly sources: number;
  /** Whether each source counts once, rather than each run. */
  readonly bySource: boolean;
  /** null: too few to say. */
  readonly ends: Ends | null;
  /** Smallest and largest of all runs of the kind, the held-out ones too: what was measured at all. */
  readonly seen: Readonly<Record<Size, readonly [least: number, most: number]>>;
  /** Traits that at least one of them has. */
  readonly traits: readonly Trait[];
}

export type Lookup = (of: Measured, key: string) => KindRow | undefined;

export function rowsByKey(rows: readonly KindRow[]): Lookup {
  const found = new Map(rows.map((row) => [`${row.of} ${row.key}`, row]));
  return (of, key) => found.get(`${of} ${key}`);
}

/** A row for every kind of run that was measured often enough, and for those that say what was measured at all. */
export function kindTable(runs: readonly MeasuredRun[], level = LEVEL): readonly KindRow[] {
  const groups = groupsOf(runs);
  const lookup = lookupWithout(groups, () => false, level);
  return measured.flatMap((of) => [...groups.keys()].flatMap((key) => lookup(of, key) ?? []));
}

/** Runs by the keys of their kinds, in the order of the levels and of the keys. */
export type Groups = ReadonlyMap<string, { readonly detail: Level; readonly runs: readonly MeasuredRun[] }>;

export function groupsOf(runs: readonly MeasuredRun[]): Groups {
  const all = levels.flatMap((detail) => {
    const groups = new Map<string, MeasuredRun[]>();
    for (const run of runs) {
      const key = keyOf(run.kind, detail);
      const group = groups.get(key);
      if (group) group.push(run);
      else groups.set(key, [run]);
    }
    return [...groups.keys()].sort().map((key) => [key, { detail, runs: groups.get(key) ?? [] }] as const);
  });
  return new Map(all);
}

/** The rows as they would be if some runs had not been measured, each made when it is first asked for. */
export function lookupWithout(groups: Groups, left: (run: MeasuredRun) => boolean, level = LEVEL): Lookup {
  const made = new Map<string, KindRow | undefined>();
  return (of, key) => {
    const name = `${of} ${key}`;
    if (!made.has(name)) made.set(name, row(of, key));
    return made.get(name);
  };
  function row(of: Measured, key: string): KindRow | undefined {
    const group = groups.get(key);
    const runs = group?.runs.filter((run) => run[of] !== null && !left(run)) ?? [];
    if (!group || runs.length === 0) return undefined;
    const found = kindRow(runs, key, group.detail, of, level);
    return found.ends || marksMeasured(group.detail) ? found : undefined;
  }
}

/** Levels whose rows say whether a device's generation or a software stack was measured at all. */
const marksMeasured = (detail: Level): boolean =>
  !detail.some((part) => part === "scale" || part === "traits");

function kindRow(
  runs: readonly MeasuredRun[],
  key: string,
  detail: Level,
  of: Measured,
  level: number,
): KindRow {
  const used = runs.filter(({ heldOut }) => !heldOut);
  const residuals = used.map((run) => ({ value: run[of] ?? 0, source: run.source }));
  const [rule, ends] = rulesAt(detail)
    .map((each) => [each, each(residuals, level)] as const)
    .find(([, found]) => found !== null) ?? [endsByRun, null];
  const seen = (size: Size): readonly [number, number] => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const run of runs) {
      least = Math.min(least, run.sizes[size]);
      most = Math.max(most, run.sizes[size]);
    }
    return [least, most];
  };
  return {
    key,
    of,
    runs: used.length,
    sources: new Set(used.map(({ source }) => source)).size,
    bySource: rule === endsBySource,
    ends,
    seen: Object.fromEntries(sizes.map((size) => [size, seen(size)])) as unknown as KindRow["seen"],
    traits: traitNames.filter((trait) => runs.some(({ kind }) => kind.traits.includes(trait))),
  };
}

/**
 * Runs of one stack on one generation of devices count one by one. Where a row gathers several stacks or generations, a
 * source counts once: a benchmark of a thousand runs is no thousand opinions. Without enough sources, the runs of everything
 * still say something; those of a generation or a stack say less than everything does.
 */
function rulesAt(detail: Level): readonly (typeof endsByRun)[] {
  if (detail.includes("architecture") && detail.includes("framework")) return [endsByRun];
  return detail.length === 0 ? [endsBySource, endsByRun] : [endsBySource];
}
