import type { Part } from "../../core/algebra.ts";
import { chainCounter } from "../../schedules/chainCounter.ts";
import { chainCounts } from "../../schedules/chainCounts.ts";
import type { ChunkPlace, ChunkPlaces } from "../../schedules/chunkPlaces.ts";
import { times } from "../compute/layerTime.ts";
import type { Context } from "../inputs/context.ts";
import type { ChunkTimes, PipelineStage } from "./pipelineStage.ts";

/** Kinds of passes of a chunk, with their labels. */
const PASSES = [
  ["forward", "forwards"],
  ["backward", "backwards"],
  ["weights", "gradients of weights"],
] as const;

/**
 * Time of a step's passes, s. Every pass is simulated, and the passes of the critical path are added up, so
 * that a derivation shows them.
 */
export function scheduleTime<N>(ctx: Context<N>, stages: readonly PipelineStage<N>[]): N {
  const { alg, x, scenario } = ctx;
  const { schedule, pp, vpp, ownSchedule, microBatchGroup } = scenario.plan;
  const plan = { schedule, pp, vpp, ownSchedule, microBatchGroup };
  const { passes, places } = passesOf(stages);
  const counts = alg.counted([x.microBatches, ...passes.map(({ value }) => value)], {
    make: ([m = 1, ...seconds]) => chainCounts({ ...plan, numMicroBatches: m }, places, seconds),
    again: () => chainCounter(plan, places),
    name: (place) => passes[place]?.name ?? "",
    source: () =>
      `the longest chain of passes that wait for each other: ${schedule}, ${pp} stages, ${scenario.plan.numMicroBatches} micro-batches, simulated`,
  });
  const none = alg.constant("no pass", 0, "1", "counted");
  const parts: Part<N>[] = [];
  for (const [place, { label, value }] of passes.entries()) {
    const n = counts[place] ?? none;
    if (alg.less(none, n) || alg.less(n, none)) parts.push({ label, value: times(ctx, n, value) });
  }
  return alg.sum("passes of a step, one after the other", "s", parts);
}

/** A pass through chunks of equal time. */
interface TimedPass<N> extends Part<N> {
  readonly name: string;
}

/** The distinct passes that stages run, and the index of each chunk's passes among them. */
function passesOf<N>(stages: readonly PipelineStage<N>[]): {
  readonly passes: readonly TimedPass<N>[];
  readonly places: ChunkPlaces;
} {
  const passes: TimedPass<N>[] = [];
  const known = new Map<ChunkTimes<N>, ChunkPlace>();
  const placeOf = (chunk: ChunkTimes<N>, stage: number): ChunkPlace => {
    const found = known.get(chunk);
    if (found) return found;
    const place: { forward: number; backward: number; weights: number | null } = {
      ...{ forward: 0, backward: 0, weights: null },
    };
    for (const [direction, name] of PASSES) {
      const value = chunk[direction];
      if (value === null) continue;
      place[direction] = passes.length;
      passes.push({ name, label: `${name} with the chunk times of stage ${stage}`, value });
    }
    known.set(chunk, place);
    return place;
  };
  const places = stages.map(({ stage, chunks }) => chunks.map((chunk) => placeOf(chunk, stage)));
  return { passes, places };
}
