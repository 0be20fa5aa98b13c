import { chainCounts } from "./chainCounts.ts";
import { type ChainRegion, chainRegion } from "./chainRegion.ts";
import type { ChunkPlaces } from "./chunkPlaces.ts";
import { type AnyLength, goOn, simulatedRuns } from "./stepLength.ts";

/** A region is worked out where so many simulations were run outside of those that are known: it takes as long as some of them. */
const SIMULATIONS = 6;
/** Regions kept for the same simulated runs. */
const REGIONS = 4;

interface Known {
  simulations: number;
  /** The last one used is first. */
  readonly regions: ChainRegion[];
}

/** By the micro-batches that are simulated, below 0 where longer steps repeat a part of them. */
type KnownRuns = Map<number, Known>;

/** Schedules over chunks alike that are remembered, the one least recently asked about is forgotten: some hundred kilobytes each. */
const MOST = 64;

const kept = new Map<string, KnownRuns>();

/** What is known of a schedule does not depend on whose passes take those times: plans of as many stages share it. */
function knownRuns(
  { schedule, pp, vpp, microBatchGroup, ownSchedule }: AnyLength,
  places: ChunkPlaces,
): KnownRuns {
  const key = JSON.stringify([schedule, pp, vpp, microBatchGroup, ownSchedule, places]);
  const known: KnownRuns = kept.get(key) ?? new Map();
  // The last one used is last.
  kept.delete(key);
  kept.set(key, known);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
  return known;
}

/**
 * `chainCounts` of micro-batches and times, in this order, for a schedule that is asked about again and again: where the longest
 * chain surely is the one of an earlier simulation, nothing is simulated. The array that it returns is used again.
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
      // Longer steps of which the same runs are simulated differ in how often their steady part comes again.
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
