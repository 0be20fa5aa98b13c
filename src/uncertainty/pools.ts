import { type Measured, measured } from "./measuredRun.ts";
import { LEVEL, type Reach } from "./quantiles.ts";
import { workloads } from "./runKind.ts";
import { type Ordered, type Pools, workloadsWithout } from "./workloadTable.ts";

/** Candidate pool sizes, from full trust in a workload's own runs (1) to almost none (16). */
const TRIED = [1, 2, 4, 8, 16] as const;

/** Pool size per quantity with the best interval score on left-out sources. Ties go to the larger. */
export function poolsOf(runs: Ordered): Pools {
  return Object.fromEntries(measured.map((of) => [of, bestFor(runs, of)])) as unknown as Pools;
}

function bestFor(runs: Ordered, of: Measured): number {
  const scores = TRIED.map((pool) => ({ pool, score: scoreWith(runs, of, pool) }));
  return scores.reduce((best, one) => (one.score <= best.score ? one : best)).pool;
}

/**
 * Mean interval score (Gneiting and Raftery 2007), averaged over sources. Each source is scored against the
 * interval of the other sources.
 */
function scoreWith(runs: Ordered, of: Measured, pool: number): number {
  const { runs: used, values, workloads: kinds } = runs[of];
  const sources = [...new Set(used.map(({ source }) => source))].sort();
  const pools: Pools = { time: pool, memory: pool };
  return meanOf(
    sources.flatMap((source): readonly number[] => {
      const others = workloadsWithout(runs, (run) => run.source === source, pools);
      const own = used.flatMap((run, at): readonly number[] => {
        const workload = workloads[kinds[at] ?? 0];
        const reach = run.source === source && workload ? others(of, workload)?.reach : undefined;
        return reach ? [scoreOf(reach, values[at] ?? 0, LEVEL)] : [];
      });
      return own.length === 0 ? [] : [meanOf(own)];
    }),
  );
}

/** Interval score of one measurement: the interval's width plus a penalty for a miss. */
export function scoreOf({ middle, halfWidth }: Reach, value: number, level: number): number {
  return 2 * halfWidth + (2 / (1 - level)) * Math.max(0, Math.abs(value - middle) - halfWidth);
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
