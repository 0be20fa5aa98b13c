import { type Measured, type MeasuredRun, measured } from "./measuredRun.ts";
import { LEVEL, middleOf } from "./quantiles.ts";
import { memorySizes, type Size, sizes } from "./runKind.ts";
import { studentQuantile } from "./student.ts";

/** Drift of residuals within a source per doubling of a size. */
export interface Slope {
  readonly size: Size;
  readonly of: Measured;
  /** Number of sources that vary the size. Each gives one slope. */
  readonly sources: number;
  /** Median over sources of the absolute drift per doubling, scaled to the level by Student's t. */
  readonly perDoubling: number;
  /** Median over sources of the size. */
  readonly middle: number;
}

/** Fewest runs that give a slope. With fewer, scatter dominates. */
const LEAST_RUNS = 3;

/**
 * Slopes of residuals by size. A source's slope is the least-squares line through its runs. One source's
 * slope does not predict the next one's, so only its magnitude is stored.
 */
export function slopesOf(runs: readonly MeasuredRun[], level = LEVEL): readonly Slope[] {
  return measured.flatMap((of) => {
    const bySource = groupsOf(runs.filter((run) => !run.heldOut && run.missed[of] !== null));
    return (of === "memory" ? memorySizes : sizes).flatMap((size): readonly Slope[] => {
      const found = bySource.flatMap((group) => slopeOf(group, of, size) ?? []);
      if (found.length === 0) return [];
      const n = found.length;
      const wider = studentQuantile((1 + level) / 2, n) / studentQuantile((1 + LEVEL) / 2, n);
      return [
        {
          ...{ size, of, sources: n },
          perDoubling: wider * middleOf(found.map(Math.abs)),
          middle: middleOf(bySource.map((group) => middleOf(group.map((run) => run.sizes[size])))),
        },
      ];
    });
  });
}

function slopeOf(runs: readonly MeasuredRun[], of: Measured, size: Size): number | null {
  const at = runs.map((run) => Math.log2(run.sizes[size]));
  if (runs.length < LEAST_RUNS || Math.max(...at) - Math.min(...at) < 1) return null;
  const x = meanOf(at);
  const y = meanOf(runs.map(({ missed }) => missed[of] ?? 0));
  let [square, product] = [0, 0];
  runs.forEach(({ missed }, index) => {
    const away = (at[index] ?? x) - x;
    square += away ** 2;
    product += away * ((missed[of] ?? 0) - y);
  });
  return product / square;
}

function groupsOf(runs: readonly MeasuredRun[]): readonly (readonly MeasuredRun[])[] {
  const found = new Map<string, MeasuredRun[]>();
  for (const run of runs) {
    const group = found.get(run.source);
    if (group) group.push(run);
    else found.set(run.source, [run]);
  }
  return [...found.values()];
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
