import type { Residuals } from "./lookup.ts";
import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { between, LEVEL, reaching } from "./quantiles.ts";
import { workloadOf } from "./runKind.ts";
import type { Seen } from "./seen.ts";
import { type Widening, wideningsOf } from "./widenings.ts";
import { type Ordered, type Pools, workloadsWithout } from "./workloadTable.ts";

/** Multiplier of all intervals' half-widths, so that they also hold for sources that were left out. */
export interface Factor {
  readonly of: Measured;
  readonly sources: number;
  readonly factor: number;
}

/**
 * Multipliers of intervals by conformal prediction in two layers (Dunn, Wasserman, Ramdas 2022,
 * arXiv:1809.07441). Each source is left out in turn. Its own factor widens the other sources' interval until
 * it covers `level` of its runs. The result is the `level` quantile of those factors, and at least 1. A new
 * source that is exchangeable with these then has `level` of its runs inside with about that probability.
 */
export function factorsOf(
  runs: readonly MeasuredRun[],
  all: Ordered,
  table: Pick<Residuals, "spread" | "slope">,
  pools: Pools,
  seenWithout: (source: string) => Seen,
  level = LEVEL,
): readonly Factor[] {
  const used = runs.filter(({ heldOut }) => !heldOut);
  const found: Record<Measured, number[]> = { time: [], memory: [] };
  for (const source of [...new Set(used.map((run) => run.source))].sort()) {
    const own = used.filter((run) => run.source === source);
    const without: Residuals = {
      ...table,
      seen: seenWithout(source),
      workload: workloadsWithout(all, (run) => run.source === source, pools, level),
      factor: () => 1,
    };
    for (const of of measured) {
      const needed = own.flatMap((run) => neededFor(without, of, run) ?? []);
      if (needed.length > 0) found[of].push(reaching(needed, level));
    }
  }
  return measured.flatMap((of) =>
    found[of].length === 0
      ? []
      : [{ of, sources: found[of].length, factor: Math.max(1, between(found[of], level)) }],
  );
}

/** Factor by which the interval must widen to cover a run. null without any measurement. */
function neededFor(table: Residuals, of: Measured, run: MeasuredRun): number | null {
  const value = run.missed[of];
  const reach = table.workload(of, workloadOf(run.kind))?.reach;
  if (value === null || !reach) return null;
  const subject = { kind: run.kind, sizes: run.sizes, device: "", guessed: false };
  const halfWidth = widened(reach.halfWidth, wideningsOf(table, of, subject));
  const away = Math.abs(value - reach.middle);
  return away === 0 ? 0 : away / Math.max(halfWidth, Number.EPSILON);
}

/** Half-width of the runs and their widenings, added in quadrature. */
export const widened = (halfWidth: number, wider: readonly Widening[]): number =>
  Math.hypot(halfWidth, ...wider.map((one) => one.halfWidth));
