import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { LEVEL, type Reach, reachOf } from "./quantiles.ts";
import { type Workload, workloadOf, workloads } from "./runKind.ts";

/** Residual interval of the runs of one workload. */
export interface WorkloadRow {
  /**
   * Workload of the runs. `everything` covers all runs, and stands in for a workload that was never measured.
   */
  readonly workload: Workload | "everything";
  readonly of: Measured;
  readonly runs: number;
  readonly sources: number;
  readonly reach: Reach;
}

/** Votes that runs of all workloads get when added to one workload's sources. */
export type Pools = Readonly<Record<Measured, number>>;

/** Runs of one quantity that intervals use, sorted by residual. */
interface Used {
  readonly runs: readonly MeasuredRun[];
  readonly values: Float64Array;
  /** Source and workload of each run, as indices. */
  readonly sources: Uint32Array;
  readonly workloads: Uint8Array;
  readonly sourceCount: number;
}

/** Runs that intervals use, sorted once and reused for every leave-one-out. */
export type Ordered = Readonly<Record<Measured, Used>>;

export const ordered = (runs: readonly MeasuredRun[]): Ordered => ({
  time: usedOf(runs, "time"),
  memory: usedOf(runs, "memory"),
});

function usedOf(all: readonly MeasuredRun[], of: Measured): Used {
  const value = (run: MeasuredRun): number => run.missed[of] ?? 0;
  const runs = all
    .filter((run) => !run.heldOut && run.missed[of] !== null)
    .sort((a, b) => value(a) - value(b) || (a.id < b.id ? -1 : 1));
  const numbers = new Map<string, number>();
  for (const { source } of runs) if (!numbers.has(source)) numbers.set(source, numbers.size);
  return {
    runs,
    values: Float64Array.from(runs, value),
    sources: Uint32Array.from(runs, ({ source }) => numbers.get(source) ?? 0),
    workloads: Uint8Array.from(runs, ({ kind }) => workloads.indexOf(workloadOf(kind))),
    sourceCount: numbers.size,
  };
}

/**
 * Lookup of a workload's row, or the row of everything where it was never measured. Rows are built lazily.
 */
export type WorkloadRows = (of: Measured, workload: Workload) => WorkloadRow | undefined;

/** Rows as they would be without some of the runs. */
export function workloadsWithout(
  runs: Ordered,
  left: (run: MeasuredRun) => boolean,
  pools: Pools,
  level = LEVEL,
): WorkloadRows {
  const made = new Map<string, WorkloadRow | undefined>();
  const kept: Partial<Record<Measured, Used>> = {};
  return (of, workload) => {
    const name = `${of} ${workload}`;
    if (!made.has(name)) {
      kept[of] ??= keptOf(runs[of], (run) => !left(run));
      const used = kept[of];
      const asked = (one: WorkloadRow["workload"]) => rowOf(used, of, one, pools[of], level);
      made.set(name, asked(workload) ?? asked("everything") ?? undefined);
    }
    return made.get(name);
  };
}

/** Rows of everything and of every measured workload. */
export function workloadTable(runs: Ordered, pools: Pools, level = LEVEL): readonly WorkloadRow[] {
  return measured.flatMap((of) =>
    (["everything", ...workloads] as const).flatMap(
      (workload) => rowOf(runs[of], of, workload, pools[of], level) ?? [],
    ),
  );
}

/** Subset of the runs, in the same order. */
function keptOf(used: Used, keeps: (run: MeasuredRun) => boolean): Used {
  const kept = used.runs.flatMap((run, at) => (keeps(run) ? [at] : []));
  return {
    runs: kept.map((at) => used.runs[at] as MeasuredRun),
    values: Float64Array.from(kept, (at) => used.values[at] ?? 0),
    sources: Uint32Array.from(kept, (at) => used.sources[at] ?? 0),
    workloads: Uint8Array.from(kept, (at) => used.workloads[at] ?? 0),
    sourceCount: used.sourceCount,
  };
}

/**
 * Interval of a workload by partial pooling. Every source has one vote, however many runs it published, and
 * its runs share it. A workload of k sources has k votes, and all runs together have `pool` more. That is the
 * expected next source when sources are drawn as from a Pólya urn (Blackwell and MacQueen 1973). Its
 * quantiles assume no distribution. null where the workload was never measured.
 */
function rowOf(
  used: Used,
  of: Measured,
  workload: WorkloadRow["workload"],
  pool: number,
  level: number,
): WorkloadRow | null {
  const wanted = workload === "everything" ? null : workloads.indexOf(workload);
  const own = countsOf(used, wanted);
  if (own.sources === 0) return null;
  const all = wanted === null ? own : countsOf(used, null);
  const part = wanted === null ? 1 : own.sources / (own.sources + pool);
  // Weight of one run per source: from all runs, plus the workload's own weight.
  const other = all.of.map((runs) => (1 - part) / (all.sources * runs));
  const mine = own.of.map((runs, source) => (other[source] ?? 0) + part / (own.sources * runs));
  const { sources, workloads: kinds } = used;
  const shares = new Float64Array(sources.length);
  for (let at = 0; at < shares.length; at++) {
    const source = sources[at] ?? 0;
    shares[at] = (wanted === null || kinds[at] === wanted ? mine[source] : other[source]) ?? 0;
  }
  const reach = reachOf(used.values, shares, level);
  return reach && { workload, of, runs: own.runs, sources: own.sources, reach };
}

/** Number of runs and sources of a workload (null: of all), and the number of runs per source index. */
function countsOf({ sources, workloads: kinds, sourceCount }: Used, wanted: number | null) {
  const of = new Float64Array(sourceCount);
  let [runs, found] = [0, 0];
  for (let at = 0; at < sources.length; at++) {
    if (wanted !== null && kinds[at] !== wanted) continue;
    const source = sources[at] ?? 0;
    runs += 1;
    if (of[source] === 0) found += 1;
    of[source] = (of[source] ?? 0) + 1;
  }
  return { runs, sources: found, of };
}
