import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { LEVEL, type Reach, reachOf } from "./quantiles.ts";
import { type Workload, workloadOf, workloads } from "./runKind.ts";

/** The interval of the residuals of runs of one workload. */
export interface WorkloadRow {
  /** `everything` for runs of all workloads, which stands in for those that were never measured. */
  readonly workload: Workload | "everything";
  readonly of: Measured;
  readonly runs: number;
  readonly sources: number;
  readonly reach: Reach;
}

/** How many sources' votes the runs of all workloads have beside those of one. */
export type Pools = Readonly<Record<Measured, number>>;

/** The runs of one quantity that intervals are made of, in the order of their residuals. */
interface Used {
  readonly runs: readonly MeasuredRun[];
  readonly values: Float64Array;
  /** Which source and which workload each is of, by number. */
  readonly sources: readonly number[];
  readonly workloads: readonly Workload[];
  readonly sourceCount: number;
}

/** Runs that intervals are made of: sorted once, however often some are left out. */
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
    sources: runs.map(({ source }) => numbers.get(source) ?? 0),
    workloads: runs.map(({ kind }) => workloadOf(kind)),
    sourceCount: numbers.size,
  };
}

/** The row of a workload, or of everything where nobody measured it; each made when it is first asked for. */
export type WorkloadRows = (of: Measured, workload: Workload) => WorkloadRow | undefined;

/** The rows as they would be if some runs had not been measured. */
export function workloadsWithout(
  runs: Ordered,
  left: (run: MeasuredRun) => boolean,
  pools: Pools,
  level = LEVEL,
): WorkloadRows {
  const made = new Map<string, WorkloadRow | undefined>();
  const masks: Partial<Record<Measured, readonly boolean[]>> = {};
  return (of, workload) => {
    const name = `${of} ${workload}`;
    if (!made.has(name)) {
      masks[of] ??= runs[of].runs.map((run) => !left(run));
      const asked = (one: WorkloadRow["workload"]) =>
        rowOf(runs[of], masks[of] ?? [], of, one, pools[of], level);
      made.set(name, asked(workload) ?? asked("everything") ?? undefined);
    }
    return made.get(name);
  };
}

/** Everything, and every workload that was measured. */
export function workloadTable(runs: Ordered, pools: Pools, level = LEVEL): readonly WorkloadRow[] {
  return measured.flatMap((of) => {
    const all = runs[of].runs.map(() => true);
    return (["everything", ...workloads] as const).flatMap(
      (workload) => rowOf(runs[of], all, of, workload, pools[of], level) ?? [],
    );
  });
}

/**
 * Every source has one vote, however many runs it published, and its runs share it: a benchmark of a thousand runs is no thousand opinions.
 * Partial pooling: a workload of k sources has k votes, and all runs together have `pool` more. It is what the next source of that
 * workload is expected to be if sources are drawn as from a Pólya urn (Blackwell and MacQueen 1973), and quantiles of it need no shape. null
 * where nobody measured it.
 */
function rowOf(
  used: Used,
  among: readonly boolean[],
  of: Measured,
  workload: WorkloadRow["workload"],
  pool: number,
  level: number,
): WorkloadRow | null {
  const mine = (at: number): boolean =>
    among[at] === true && (workload === "everything" || used.workloads[at] === workload);
  const all = countsOf(used, (at) => among[at] === true);
  const own = countsOf(used, mine);
  if (own.sources === 0) return null;
  const part = workload === "everything" ? 1 : own.sources / (own.sources + pool);
  const shares = new Float64Array(used.runs.length);
  used.sources.forEach((source, at) => {
    if (among[at]) shares[at] = (1 - part) / (all.sources * (all.of[source] ?? 1));
    if (mine(at)) shares[at] = (shares[at] ?? 0) + part / (own.sources * (own.of[source] ?? 1));
  });
  const reach = reachOf(used.values, shares, level);
  return reach && { workload, of, runs: own.runs, sources: own.sources, reach };
}

/** How many runs there are, of how many sources, and of each by its number. */
function countsOf(used: Used, counts: (at: number) => boolean) {
  const of = new Float64Array(used.sourceCount);
  let [runs, sources] = [0, 0];
  used.sources.forEach((source, at) => {
    if (!counts(at)) return;
    runs += 1;
    if (of[source] === 0) sources += 1;
    of[source] = (of[source] ?? 0) + 1;
  });
  return { runs, sources, of };
}
