/** The share of runs that an interval is meant to hold. */
export const LEVEL = 0.8;
const LEAST_SOURCES = 9;
/** Of sums of tenths. */
const ROUNDING = 1e-9;

/** log(measured / predicted) of one run, and where the run was published. */
export interface Residual {
  readonly value: number;
  readonly source: string;
}

/** Ends of the central interval of a group of residuals, and its middle. */
export interface Ends {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/**
 * The conformal interval for one more run of the same kind (Vovk, Gammerman, Shafer 2005; Lei et al. 2018,
 * arXiv:1604.04173): of n residuals in order, from the floor((n+1) 10%)-th to the ceil((n+1) 90%)-th for a `level` of 80%. It holds at least
 * that share of such runs if they are exchangeable with the n, whatever their distribution. null below 9 runs: they cannot say.
 */
export function endsByRun(residuals: readonly Residual[], level = LEVEL): Ends | null {
  const tail = (1 - level) / 2;
  const sorted = residuals.map(({ value }) => value).sort((a, b) => a - b);
  const n = sorted.length;
  const low = sorted[Math.floor((n + 1) * tail + ROUNDING) - 1];
  const high = sorted[Math.ceil((n + 1) * (1 - tail) - ROUNDING) - 1];
  const median = sorted[Math.ceil(n / 2) - 1];
  return low === undefined || high === undefined || median === undefined ? null : { low, median, high };
}

/**
 * The same where runs are from many sources: every source has one vote, however many runs it published. That a source is none of these
 * is in how far sources lie apart (`spreads.ts`), not in here: with a vote of its own at either end (Lee, Barber, Willett 2023,
 * arXiv:2306.06342) nine sources say no more than their single worst runs. null below 9 sources.
 */
export function endsBySource(residuals: readonly Residual[], level = LEVEL): Ends | null {
  const share = (1 + level) / 2;
  const runs = new Map<string, number>();
  for (const { source } of residuals) runs.set(source, (runs.get(source) ?? 0) + 1);
  if (runs.size < LEAST_SOURCES) return null;
  const sorted = residuals
    .map(({ value, source }) => ({ value, vote: 1 / (runs.size * (runs.get(source) ?? 1)) }))
    .sort((a, b) => a.value - b.value);
  const low = beyond([...sorted].reverse(), share);
  const high = beyond(sorted, share);
  const median = beyond(sorted, 1 / 2);
  return low === null || high === null || median === null ? null : { low, median, high };
}

/** The first value at which the votes counted reach a share; null where they never do. */
function beyond(
  ordered: readonly { readonly value: number; readonly vote: number }[],
  share: number,
): number | null {
  let counted = 0;
  for (const { value, vote } of ordered) {
    counted += vote;
    if (counted >= share - ROUNDING) return value;
  }
  return null;
}
