import type { Part } from "../../core/algebra.ts";
import { chainCounter } from "../../schedules/chainCounter.ts";
import { chainCounts } from "../../schedules/chainCounts.ts";
import type { ChunkPlace, ChunkPlaces } from "../../schedules/chunkPlaces.ts";
import { times } from "../compute/layerTime.ts";
import type { Context } from "../inputs/context.ts";
import type { ChunkTimes, PipelineStage } from "./pipelineStage.ts";

/** Kinds of passes that a pipeline schedule runs for a chunk, each with its name in a derivation. */
const PASSES = [
  ["forward", "forward passes"],
  ["backward", "backward passes"],
  ["weights", "weight-gradient passes"],
] as const;

/**
 * Time from the start of a step's first pass to the end of its last pass over all pipeline stages, s. The schedule is
 * simulated pass by pass; the result is the sum of the passes on its critical path, which a derivation lists.
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
      `passes on the critical path of the simulated schedule: ${schedule}, ${pp} stages, ${scenario.plan.numMicroBatches} micro-batches`,
  });
  const none = alg.constant("no pass", 0, "1", "counted");
  const parts: Part<N>[] = [];
  for (const [place, { label, value }] of passes.entries()) {
    const n = counts[place] ?? none;
    if (alg.less(none, n) || alg.less(n, none)) parts.push({ label, value: times(ctx, n, value) });
  }
  return alg.sum("passes on the critical path of a step", "s", parts);
}

/** A kind of pass (forward, backward, weight gradients) through chunks of equal time, with its duration, s. */
interface TimedPass<N> extends Part<N> {
  readonly name: string;
}

/**
 * Lists the distinct passes of all stages (`passes`), and for each chunk the indices of its passes there (`places`).
 */
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
      passes.push({ name, label: `${name} on the critical path, each as long as on stage ${stage}`, value });
    }
    known.set(chunk, place);
    return place;
  };
  const places = stages.map(({ stage, chunks }) => chunks.map((chunk) => placeOf(chunk, stage)));
  return { passes, places };
}
