import type { Part } from "../algebra.ts";
import { times } from "../compute/layerTime.ts";
import type { Context } from "../context.ts";
import type { ChunkTimesOf } from "../schedules/chunkSeconds.ts";
import { stepLength } from "../schedules/stepLength.ts";
import type { ChunkTimes, PipelineStage } from "./pipelineStage.ts";

/** What a chain runs, in the order of the simulation's counts. */
const PASSES = [
  ["forward", "forwards"],
  ["backward", "backwards"],
  ["weights", "gradients of weights"],
] as const;

/**
 * What the passes of a step take, s: every pass is simulated, and the longest chain of passes that wait for each other is
 * added up, so that the time is explained by the passes that make it.
 */
export function scheduleTime<N>(ctx: Context<N>, stages: readonly PipelineStage<N>[]): N {
  const { alg, scenario } = ctx;
  const { plan } = scenario;
  const passes = longestChain(ctx, stages);
  /** Chunks that take as long count as one. */
  const counts = new Map<ChunkTimes<N>, { readonly stage: number; readonly of: number[] }>();
  let place = 0;
  for (const { stage, chunks } of stages)
    for (const chunk of chunks) {
      const found = counts.get(chunk) ?? { stage, of: [0, 0, 0] };
      PASSES.forEach((_, kind) => {
        found.of[kind] = (found.of[kind] ?? 0) + (passes[3 * place + kind] ?? 0);
      });
      counts.set(chunk, found);
      place++;
    }
  const parts: Part<N>[] = [];
  const source = `the longest chain of passes that wait for each other: ${plan.schedule}, ${plan.pp} stages, ${plan.numMicroBatches} micro-batches, simulated`;
  for (const [chunk, { stage, of }] of counts)
    PASSES.forEach(([direction, name], kind) => {
      const value = chunk[direction];
      const n = of[kind] ?? 0;
      if (value === null || n === 0) return;
      const label = `${name} through chunks like those of stage ${stage}`;
      parts.push({ label, value: times(ctx, alg.constant(name, n, "1", source), value) });
    });
  return alg.sum("passes of a step, one after the other", "s", parts);
}

/** How often each kind of pass through each chunk is in the longest chain, as the simulation counts them. */
function longestChain<N>({ alg, scenario }: Context<N>, stages: readonly PipelineStage<N>[]): Float64Array {
  const { schedule, pp, vpp, ownSchedule, numMicroBatches, microBatchGroup } = scenario.plan;
  const plan = { schedule, pp, vpp, ownSchedule, numMicroBatches, microBatchGroup };
  const times: N[] = [];
  for (const { chunks } of stages)
    for (const { forward, backward, weights } of chunks) {
      times.push(forward, backward);
      if (weights !== null) times.push(weights);
    }
  return alg.decide(times, (seconds) => {
    let at = 0;
    const next = (): number => seconds[at++] ?? 0;
    const chunksOf: ChunkTimesOf = stages.map(({ chunks }) =>
      chunks.map(({ weights }) => ({
        ...{ forward: next(), backward: next(), weights: weights === null ? 0 : next() },
      })),
    );
    return stepLength(plan, chunksOf).passes;
  });
}
