import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { keyOf, levels, type Size, type Sizes, sizes, type Trait, traitNames } from "./runKind.ts";

/** What was measured of one kind of run at all, by whichever half. */
export interface SeenRow {
  /** `keyOf` a kind at a level. */
  readonly key: string;
  readonly of: Measured;
  readonly runs: number;
  readonly sources: number;
  /** Smallest and largest. */
  readonly range: Readonly<Record<Size, readonly [least: number, most: number]>>;
  /** Ways to run that at least one of them has. */
  readonly traits: readonly Trait[];
}

export type Seen = (of: Measured, key: string) => SeenRow | undefined;

/** Runs by what they measured and the keys of their kinds, in the order of the levels and of the keys. */
type Groups = ReadonlyMap<string, readonly MeasuredRun[]>;

function groupsOf(runs: readonly MeasuredRun[]): Groups {
  const found = new Map<string, MeasuredRun[]>();
  for (const of of measured)
    for (const level of levels) {
      const groups = new Map<string, MeasuredRun[]>();
      for (const run of runs) {
        if (run.byTable[of] === null) continue;
        const name = `${of} ${keyOf(run.kind, level)}`;
        const group = groups.get(name);
        if (group) group.push(run);
        else groups.set(name, [run]);
      }
      for (const name of [...groups.keys()].sort()) found.set(name, groups.get(name) ?? []);
    }
  return found;
}

export function seenRows(runs: readonly MeasuredRun[]): readonly SeenRow[] {
  return [...groupsOf(runs)].map(([name, group]) => rowOf(name, group));
}

/** `seenWithout` each source, made once for all levels of an interval. */
export function seenBySource(runs: readonly MeasuredRun[]): (source: string) => Seen {
  const groups = groupsOf(runs);
  const made = new Map<string, Seen>();
  return (source) => {
    const known = made.get(source) ?? seenWithout(groups, source);
    made.set(source, known);
    return known;
  };
}

/** The rows as they would be if a source had measured nothing, each made when it is first asked for. */
function seenWithout(groups: Groups, source: string): Seen {
  const made = new Map<string, SeenRow | undefined>();
  return (of, key) => {
    const name = `${of} ${key}`;
    if (!made.has(name)) {
      const runs = groups.get(name)?.filter((run) => run.source !== source) ?? [];
      made.set(name, runs.length === 0 ? undefined : rowOf(name, runs));
    }
    return made.get(name);
  };
}

/** `name` is "time hopper,megatron_core". */
function rowOf(name: string, runs: readonly MeasuredRun[]): SeenRow {
  const [of = "", key = ""] = name.split(" ");
  const least = sizes.map(() => Number.POSITIVE_INFINITY);
  const most = sizes.map(() => Number.NEGATIVE_INFINITY);
  for (const run of runs)
    for (let i = 0; i < sizes.length; i++) {
      const size = run.sizes[sizes[i] as Size];
      if (size < (least[i] ?? 0)) least[i] = size;
      if (size > (most[i] ?? 0)) most[i] = size;
    }
  return {
    key,
    of: of as Measured,
    runs: runs.length,
    sources: new Set(runs.map(({ source }) => source)).size,
    range: Object.fromEntries(
      sizes.map((size, i) => [size, [least[i], most[i]]]),
    ) as unknown as SeenRow["range"],
    traits: traitNames.filter((trait) => runs.some(({ kind }) => kind.traits.includes(trait))),
  };
}

/** A size is beyond what was measured when it is more than this many times larger or smaller. */
const NEAR = 2;

/** The sizes in which a scenario is further out than a kind's runs. */
export const beyond = (row: SeenRow, at: Sizes, asked: readonly Size[]): readonly Size[] =>
  asked.filter((size) => doublingsBeyond(row, size, at[size]) > Math.log2(NEAR));

/** How often a size doubles or halves between a kind's runs and a scenario; 0 among them. */
export function doublingsBeyond({ range }: SeenRow, size: Size, at: number): number {
  const [least, most] = range[size];
  return Math.max(0, Math.log2(at / most), Math.log2(least / at));
}
