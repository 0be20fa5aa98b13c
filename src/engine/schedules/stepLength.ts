import type { ChunkTimesOf } from "./chunkSeconds.ts";
import { graphsOf } from "./graphs.ts";
import { FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";
import type { PassGraph } from "./passGraph.ts";
import { beginsAfter, endsOf, shortest, slotSeconds, spanOf } from "./runGraph.ts";
import { type ScheduledPlan, traitsOf } from "./traits.ts";

/** The longest chain of passes that wait for each other: it lasts as long as the step. */
export interface Chain {
  readonly seconds: number;
  /** How often each chunk's forward, gradients of inputs and gradients of weights are in it, at 3 * (rank * chunks + chunk). */
  readonly passes: Float64Array;
}

/** One whole backward is both kinds of gradients. */
const KINDS: Readonly<Record<number, readonly number[]>> = {
  [FORWARD]: [FORWARD],
  [INPUTS]: [INPUTS],
  [WEIGHTS]: [WEIGHTS],
  [WHOLE]: [INPUTS, WEIGHTS],
};

/**
 * What the passes of a step take, by simulation. Where ranks do not wait for each other to begin the next step, from a rank's
 * first pass to its last. Longer steps only repeat the steady part: two runs of some rounds give its rate.
 */
export function stepLength(plan: ScheduledPlan, times: ChunkTimesOf): Chain {
  const { numMicroBatches: m } = plan;
  const round = roundOf(plan);
  if (runsWhole(plan)) return shortest(chainsOf(plan, times));
  const rest = (m - 4 * round) % (2 * round);
  const short = chainsOf({ ...plan, numMicroBatches: 4 * round + rest }, times);
  const long = chainsOf({ ...plan, numMicroBatches: 6 * round + rest }, times);
  const more = (m - 6 * round - rest) / (2 * round);
  return shortest(
    long.map(({ seconds, passes }, i) => {
      const less = short[i] ?? { seconds, passes };
      return {
        seconds: seconds + more * (seconds - less.seconds),
        passes: passes.map((n, at) => n + more * (n - (less.passes[at] ?? 0))),
      };
    }),
  );
}

/** Micro-batches after which a schedule does the same again. */
const roundOf = ({ pp, microBatchGroup }: ScheduledPlan): number => Math.max(pp, microBatchGroup);

/** Whether all passes of a step are simulated. A plan's own order may count micro-batches in numbers that only its own m fits. */
export const runsWhole = (plan: ScheduledPlan): boolean =>
  plan.numMicroBatches <= 10 * roundOf(plan) || plan.ownSchedule !== null;

/** Of each order that the schedule may have. */
function chainsOf(plan: ScheduledPlan, times: ChunkTimesOf): readonly Chain[] {
  const { staggers } = traitsOf(plan.schedule);
  const graphs = graphsOf(plan);
  return graphs.map((graph) => longestChain(graph, slotSeconds(graph.placement, times), staggers));
}

function longestChain(graph: PassGraph, seconds: Float64Array, staggers: boolean): Chain {
  const ends = endsOf(graph, seconds);
  const span = spanOf(graph, ends, staggers);
  const { ranks, chunks } = graph.placement;
  const passes = new Float64Array(3 * ranks * chunks);
  const count = (slot: number, sign: number): void => {
    const pair = slot - 4 * ranks * chunks;
    const place = pair < 0 ? slot >> 2 : pair;
    const add = (of: number, kind: number): void => {
      passes[3 * of + kind] = (passes[3 * of + kind] ?? 0) + sign;
    };
    if (pair < 0) for (const kind of KINDS[slot & 3] ?? []) add(place, kind);
    else {
      add(place, FORWARD);
      // The backward of a pair is of the rank's other chunk.
      for (const kind of [INPUTS, WEIGHTS]) add(place ^ 1, kind);
    }
  };
  const walk = (last: number, sign: number): void => {
    for (let node = last; node > 0; node = beginsAfter(graph, ends, node))
      count(graph.slots[node] ?? 0, sign);
  };
  walk(span.to, 1);
  walk(span.from, -1);
  return { seconds: span.seconds, passes };
}
