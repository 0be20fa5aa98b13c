import { chainCounts } from "./chainCounts.ts";
import { type ChainRegion, chainRegion } from "./chainRegion.ts";
import type { ChunkPlaces } from "./chunkPlaces.ts";
import { type AnyLength, goOn, simulatedRuns } from "./stepLength.ts";

/**
 * Number of simulations at pass times outside of all known regions after which a new region is computed.
 * Computing a region takes as long as several simulations.
 */
const SIMULATIONS = 6;
/** Largest number of regions that the memo stores for one number of simulated micro-batches. */
const REGIONS = 4;

interface Known {
  simulations: number;
  /** Known regions of pass times with a constant critical path, most recently used first. */
  readonly regions: ChainRegion[];
}

/**
 * Known regions of pass times, keyed by the number of simulated micro-batches. Where a step is extrapolated
 * from two runs, the key is minus the number of micro-batches of the longer run.
 */
type KnownRuns = Map<number, Known>;

/**
 * Largest number of schedules in the memo, each of some hundred kilobytes. The least recently used schedule is
 * dropped.
 */
const MOST = 64;

const memos = new Map<string, KnownRuns>();

/**
 * Returns the memo entry of a schedule. Plans with the same degrees of the pipeline and the same indices of
 * pass times share one entry, because regions depend on pass times only.
 */
function knownRuns(
  { schedule, pp, vpp, microBatchGroup, ownSchedule }: AnyLength,
  places: ChunkPlaces,
): KnownRuns {
  const key = JSON.stringify([schedule, pp, vpp, microBatchGroup, ownSchedule, places]);
  const known: KnownRuns = memos.get(key) ?? new Map();
  // The most recently used entry is last.
  memos.delete(key);
  memos.set(key, known);
  const [oldest] = memos.keys();
  if (memos.size > MOST && oldest !== undefined) memos.delete(oldest);
  return known;
}

/**
 * Returns a memoised `chainCounts`. Its argument is an array with the number of micro-batches, then the pass
 * times. It simulates nothing where the critical path certainly equals that of an earlier simulation. Later
 * calls overwrite the returned array.
 */
export function chainCounter(
  plan: AnyLength,
  places: ChunkPlaces,
): (values: readonly number[]) => ArrayLike<number> {
  const known = knownRuns(plan, places);
  const knownOf = (key: number): Known => {
    const found = known.get(key) ?? { simulations: 0, regions: [] };
    known.set(key, found);
    return found;
  };
  let last: { readonly m: number; readonly more: number; readonly own: Known } | null = null;
  const counts: number[] = [];
  return ([m = 1, ...seconds]) => {
    if (last?.m !== m) {
      const { long, short, more } = simulatedRuns(plan, m);
      // Longer steps that share their simulated runs differ only in how often the steady part repeats.
      last = { m, more, own: knownOf(short === null ? m : -long) };
    }
    const { more, own } = last;
    const { regions } = own;
    for (let place = 0; place < regions.length; place++) {
      const region = regions[place] as ChainRegion;
      if (!region.holds(seconds)) continue;
      if (place > 0) regions.unshift(...regions.splice(place, 1));
      const { long, short } = region;
      for (let i = 0; i < long.length; i++) counts[i] = goOn(long[i] as number, short[i] as number, more);
      return counts;
    }
    const whole = { ...plan, numMicroBatches: m };
    if (++own.simulations % SIMULATIONS === 0) {
      const found = chainRegion(whole, places, seconds);
      if (found.holds(seconds)) regions.unshift(found);
      if (regions.length > REGIONS) regions.pop();
    }
    return chainCounts(whole, places, seconds);
  };
}
