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

/**
 * `chainCounts` of micro-batches and times, in this order, for a schedule that is asked about again and again: where the longest
 * chain surely is the one of an earlier simulation, nothing is simulated. The array that it returns is used again.
 */
export function chainCounter(
  plan: AnyLength,
  places: ChunkPlaces,
): (values: readonly number[]) => ArrayLike<number> {
  const known = new Map<number, Known>();
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
