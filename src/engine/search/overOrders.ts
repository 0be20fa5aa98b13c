import type { Point } from "./candidates.ts";
import type { Known } from "./closer.ts";
import type { Orders } from "./orders.ts";
import type { Space } from "./space.ts";
import type { StepBound } from "./stepBound.ts";

/**
 * Makes step-time bounds that hold for every rank order of a plan, so that one evaluation prunes all orders. Data-parallel
 * bounds are still computed for each order.
 */
export function overOrders({ candidates }: Space, orders: Orders, bound: StepBound): StepBound {
  const { bits } = orders;
  if (bits === 0) return bound;
  const over = (
    known: Exclude<Known, "dataParallel" | "microBatch" | "allButBubble">,
  ): ((point: Point) => number) => {
    let seen = -1;
    let differs = false;
    return function least(point): number {
      if (seen !== candidates.seen.count) {
        seen = candidates.seen.count;
        differs = (bound.reads[known]() & bits) !== 0;
      }
      const found = differs ? orders.least(point, bound[known]) : bound[known](point);
      // Computing the bound may have revealed further settings in which orders differ.
      return seen === candidates.seen.count ? found : least(point);
    };
  };
  return {
    ...bound,
    compute: over("compute"),
    exposed: over("exposed"),
    layers: over("layers"),
    pipeline: over("pipeline"),
    reads: {
      compute: () => bound.reads.compute() & ~bits,
      exposed: () => bound.reads.exposed() & ~bits,
      layers: () => bound.reads.layers() & ~bits,
      pipeline: () => bound.reads.pipeline() & ~bits,
      dataParallel: () => bound.reads.dataParallel() | bits,
      microBatch: () => bound.reads.microBatch() | bits,
      allButBubble: bound.reads.allButBubble,
    },
  };
}
