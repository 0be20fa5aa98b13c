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
  const { runs, more } = runsOf(plan);
  const [long = [], short = long] = runs.map((run) => chainsOf(run, times));
  return shortest(
    long.map((chain, i) => {
      const less = short[i] ?? chain;
      return {
        seconds: goOn(chain.seconds, less.seconds, more),
        passes: chain.passes.map((n, at) => goOn(n, less.passes[at] ?? 0, more)),
      };
    }),
  );
}

/** A plan but for its number of micro-batches. */
export type AnyLength = Omit<ScheduledPlan, "numMicroBatches">;

/** Micro-batches of the runs that are simulated for a step of `m`: all of them; or some rounds, and two fewer, whose difference comes `more` times again. */
export function simulatedRuns(
  plan: AnyLength,
  m: number,
): { readonly long: number; readonly short: number | null; readonly more: number } {
  const round = roundOf(plan);
  if (isRunWhole(plan, m)) return { long: m, short: null, more: 0 };
  const rest = (m - 4 * round) % (2 * round);
  return { long: 6 * round + rest, short: 4 * round + rest, more: (m - 6 * round - rest) / (2 * round) };
}

/** The runs that are simulated. */
export function runsOf(plan: ScheduledPlan): {
  readonly runs: readonly ScheduledPlan[];
  readonly more: number;
} {
  const { long, short, more } = simulatedRuns(plan, plan.numMicroBatches);
  if (short === null) return { runs: [plan], more };
  return { runs: [long, short].map((numMicroBatches) => ({ ...plan, numMicroBatches })), more };
}

/** What `more` further differences between a longer run and a shorter one add to the longer. */
export const goOn = (long: number, short: number, more: number): number => long + more * (long - short);

/** Micro-batches after which a schedule does the same again. */
const roundOf = ({ pp, microBatchGroup }: AnyLength): number => Math.max(pp, microBatchGroup);

/** Whether all passes of a step are simulated. A plan's own order may count micro-batches in numbers that only its own m fits. */
export const runsWhole = (plan: ScheduledPlan): boolean => isRunWhole(plan, plan.numMicroBatches);

const isRunWhole = (plan: AnyLength, m: number): boolean =>
  m <= 10 * roundOf(plan) || plan.ownSchedule !== null;

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
