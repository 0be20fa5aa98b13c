import { type Factor, factorsOf } from "./factor.ts";
import type { Residuals } from "./lookup.ts";
import type { Measured, MeasuredRun } from "./measuredRun.ts";
import { poolsOf } from "./pools.ts";
import { LEVEL } from "./quantiles.ts";
import { type Seen, type SeenRow, seenBySource, seenRows } from "./seen.ts";
import { type Slope, slopesOf } from "./slopes.ts";
import { type Spread, shiftsOf, spreadsOf } from "./spreads.ts";
import { type Ordered, ordered, type Pools, type WorkloadRow, workloadTable } from "./workloadTable.ts";

/** Residuals of measured runs: by workload, how far classes of runs differ, and what was measured at all. */
export interface ResidualTable {
  readonly workloads: readonly WorkloadRow[];
  readonly spreads: readonly Spread[];
  readonly slopes: readonly Slope[];
  readonly factors: readonly Factor[];
  readonly seen: readonly SeenRow[];
}

/**
 * Intermediate results that do not depend on the level. A caller that wants several levels computes them
 * once.
 */
export interface Learnt {
  readonly runs: Ordered;
  readonly pools: Pools;
  readonly shifts: ReturnType<typeof shiftsOf>;
  readonly seen: readonly SeenRow[];
  /** Coverage of the data with one source left out. */
  readonly seenWithout: (source: string) => Seen;
}

export function learn(runs: readonly MeasuredRun[], chosen?: Pools): Learnt {
  const all = ordered(runs);
  const pools = chosen ?? poolsOf(all);
  return {
    ...{ runs: all, pools, shifts: shiftsOf(runs, pools) },
    ...{ seen: seenRows(runs), seenWithout: seenBySource(runs) },
  };
}

export function residualTable(
  runs: readonly MeasuredRun[],
  level = LEVEL,
  { runs: all, pools, shifts, seen, seenWithout }: Learnt = learn(runs),
): ResidualTable {
  const spreads = spreadsOf(shifts, level);
  const slopes = slopesOf(runs, level);
  const known = lookupIn({ workloads: [], factors: [], seen, spreads, slopes });
  return {
    workloads: workloadTable(all, pools, level),
    ...{ spreads, slopes, seen },
    factors: factorsOf(runs, all, known, pools, seenWithout, level),
  };
}

export function lookupIn({ workloads, spreads, slopes, factors, seen }: ResidualTable): Residuals {
  const by = <T extends { readonly of: Measured }>(rows: readonly T[], name: (row: T) => string) => {
    const found = new Map(rows.map((row) => [`${row.of} ${name(row)}`, row]));
    return (of: Measured, key: string) => found.get(`${of} ${key}`);
  };
  const workload = by(workloads, (row) => row.workload);
  const factor = by(factors, () => "");
  return {
    workload: (of, name) => workload(of, name) ?? workload(of, "everything"),
    spread: by(spreads, ({ between }) => between),
    slope: by(slopes, ({ size }) => size),
    factor: (of) => factor(of, "")?.factor ?? 1,
    seen: by(seen, ({ key }) => key),
  };
}
