import type { Row } from "../rows/row.ts";
import { groupBy } from "../statistics/groupBy.ts";
import type { Part } from "../statistics/split.ts";
import { median } from "../statistics/statistics.ts";

/** A run from its table, with the engine's error. */
export interface NeighbourRun {
  readonly row: Row;
  readonly part: Part;
  /** Measured model FLOP/s of a device. */
  readonly rate: number;
  /** Error of the step's time: predicted / measured - 1. */
  readonly relError: number;
}

/** Errors in time of predictions from a run's nearest neighbours, as ratios. */
export interface NeighbourErrors {
  /** Error with the neighbours' FLOP/s. */
  readonly rate: number;
  /** Error of the engine's prediction, corrected by its errors on the neighbours. */
  readonly corrected: number;
}

/** Fewest runs of a source that is compared with its neighbours. */
const FEWEST = 30;
const NEAREST = 3;

/**
 * Baseline errors of held-out runs without an engine, by run id. Each run takes the median of its three
 * nearest runs for fitting from the same source. Distance counts the columns that describe the run, never a
 * measured one.
 */
export function neighbourErrors(runs: readonly NeighbourRun[]): ReadonlyMap<string, NeighbourErrors> {
  const found = new Map<string, NeighbourErrors>();
  for (const those of groupBy(runs, ({ row }) => row.source).values()) {
    const fit = those.filter(({ part }) => part === "fit");
    if (those.length < FEWEST || fit.length < NEAREST) continue;
    const distance = distanceIn(fit.map(({ row }) => row));
    for (const run of those.filter(({ part }) => part === "held out")) {
      const near = fit
        .map((other) => ({ other, distance: distance(run.row, other.row) }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, NEAREST)
        .map(({ other }) => other);
      found.set(run.row.id, {
        rate: run.rate / median(near.map(({ rate }) => rate)) - 1,
        corrected: (1 + run.relError) / (1 + median(near.map(({ relError }) => relError))) - 1,
      });
    }
  }
  return found;
}

/**
 * Distance of two rows: Euclidean over the base-2 logarithms of counts, each in standard deviations of
 * `rows`, plus 1 per differing word. Columns that do not vary in `rows` are ignored.
 */
function distanceIn(rows: readonly Row[]): (a: Row, b: Row) => number {
  const counts = COUNTS.flatMap((column) => {
    const spread = deviation(rows.map((row) => logOf(row, column)));
    return spread > 0 ? [{ column, spread }] : [];
  });
  return (a, b) => {
    let square = 0;
    for (const { column, spread } of counts) square += ((logOf(a, column) - logOf(b, column)) / spread) ** 2;
    for (const column of WORDS) if (a.text(column) !== b.text(column)) square += 1;
    return Math.sqrt(square);
  };
}

const COUNTS = [
  ...["params_B", "layers", "hidden", "heads", "seq_len", "n_gpus", "tp", "pp", "vpp", "dp", "cp", "ep"],
  ...["micro_batch", "global_batch_seqs"],
];
const WORDS = [
  ...["model", "gpu", "gpus_per_node", "attention", "zero_stage", "seq_parallel", "schedule"],
  ...["precision", "recompute", "offload", "flash_attn", "overlap"],
];

/** Logarithm of a count. A blank cell and 0 count as 1. */
const logOf = (row: Row, column: string): number => Math.log2(row.number(column) || 1);

function deviation(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length);
}
