import type { Residuals } from "./lookup.ts";
import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { between, LEVEL, reaching } from "./quantiles.ts";
import { workloadOf } from "./runKind.ts";
import type { Seen } from "./seen.ts";
import { type Widening, wideningsOf } from "./widenings.ts";
import { type Ordered, type Pools, workloadsWithout } from "./workloadTable.ts";

/** By how much intervals are made wider so that they hold on sources that they were made without. */
export interface Factor {
  readonly of: Measured;
  readonly sources: number;
  readonly factor: number;
}

/**
 * Each source is left out in turn, and how much wider the interval that the others make must be for `level` of its runs to lie inside is that
 * source's factor. The one that `level` of the sources do not exceed is kept, or 1 where less would do: conformal prediction in two layers
 * (Dunn, Wasserman, Ramdas 2022, arXiv:1809.07441). Of one more source that share of its runs lies inside with about that probability, if it is
 * exchangeable with these.
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

/** How many times wider an interval must be to reach a run. null where nothing was measured. */
function neededFor(table: Residuals, of: Measured, run: MeasuredRun): number | null {
  const value = run.missed[of];
  const reach = table.workload(of, workloadOf(run.kind))?.reach;
  if (value === null || !reach) return null;
  const subject = { kind: run.kind, sizes: run.sizes, device: "", guessed: false };
  const halfWidth = widened(reach.halfWidth, wideningsOf(table, of, subject));
  const away = Math.abs(value - reach.middle);
  return away === 0 ? 0 : away / Math.max(halfWidth, Number.EPSILON);
}

/** What runs leave open and what is added to it, by squares. */
export const widened = (halfWidth: number, wider: readonly Widening[]): number =>
  Math.hypot(halfWidth, ...wider.map((one) => one.halfWidth));
