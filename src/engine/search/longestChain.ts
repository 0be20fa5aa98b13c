import type { Point } from "./candidates.ts";
import { layoutReads } from "./layoutsOf.ts";
import { inAll, leastStep, type PassVector, WAYS } from "./leastStep.ts";
import { memo } from "./memo.ts";
import { ROUNDING } from "./rounding.ts";
import type { Space } from "./space.ts";

/** Lower bound of a step's time: the longest chain of passes that a pipeline stage runs or waits for. */
export interface LongestChain {
  /** Bit mask of the settings that the chains depend on. */
  reads(): number;
  /**
   * Seconds of the longest chain; 0 where the layers do not divide over the stages. `of(n)` returns the pass times of `n`
   * groups: kinds of layer, embedding and head.
   */
  seconds(point: Point, of: (kinds: number) => PassVector): number;
}

export function longestChain(space: Space): LongestChain {
  const steps = memo(space, {
    name: "pass multiples of a step",
    fields: () => [...layoutReads, "recompute", "numMicroBatches", "microBatchGroup"],
    make: leastStep,
  });
  return {
    reads: () => steps.reads,
    seconds(point, of) {
      let most = 0;
      let times: PassVector | null = null;
      for (const multiples of steps.at(point) ?? []) {
        times ??= of(multiples.length / WAYS);
        most = Math.max(most, inAll(times, multiples));
      }
      return most * (1 - ROUNDING);
    },
  };
}
