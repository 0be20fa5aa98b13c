import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { keyOf, levels, type Size, type Sizes, sizes, type Trait, traitNames } from "./runKind.ts";

/** Coverage of the data by one kind of run, held-out runs included. */
export interface SeenRow {
  /** `keyOf` of a kind at a level. */
  readonly key: string;
  readonly of: Measured;
  readonly runs: number;
  readonly sources: number;
  /** Smallest and largest value of each size. */
  readonly range: Readonly<Record<Size, readonly [least: number, most: number]>>;
  /** Traits that at least one of the runs has. */
  readonly traits: readonly Trait[];
}

export type Seen = (of: Measured, key: string) => SeenRow | undefined;

/** Runs grouped by measured quantity and kind key, ordered by level and key. */
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

/** Memo of `seenWithout` per source, shared by all levels of an interval. */
export function seenBySource(runs: readonly MeasuredRun[]): (source: string) => Seen {
  const groups = groupsOf(runs);
  const made = new Map<string, Seen>();
  return (source) => {
    const known = made.get(source) ?? seenWithout(groups, source);
    made.set(source, known);
    return known;
  };
}

/** Coverage of the data without one source. Rows are built lazily. */
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

/** Coverage row of a group. `name` is "time hopper,megatron_core". */
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

/** Ratio above which a size counts as beyond the measured range. */
const NEAR = 2;

/** Sizes in which a scenario lies beyond the measured range of a kind. */
export const beyond = (row: SeenRow, at: Sizes, asked: readonly Size[]): readonly Size[] =>
  asked.filter((size) => doublingsBeyond(row, size, at[size]) > Math.log2(NEAR));

/**
 * Number of doublings or halvings between a kind's measured range and a scenario's size. 0 inside the range.
 */
export function doublingsBeyond({ range }: SeenRow, size: Size, at: number): number {
  const [least, most] = range[size];
  return Math.max(0, Math.log2(at / most), Math.log2(least / at));
}
