import type { ChunkTimesOf } from "./chunkSeconds.ts";
import { graphsOf } from "./graphs.ts";
import { FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";
import type { PassGraph } from "./passGraph.ts";
import { beginsAfter, endsOf, shortest, slotSeconds, spanOf } from "./runGraph.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import { traitsOf } from "./traits.ts";

/** Critical path of a step: the longest chain of dependent passes. Its duration, s, is that of the step. */
export interface Chain {
  readonly seconds: number;
  /**
   * For each kind of pass of each chunk on each rank, the number of times that the kind is on the critical
   * path. Index: 3 * (rank * chunks + chunk) for forward, plus 1 for gradients of inputs, plus 2 for gradients
   * of weights.
   */
  readonly passes: Float64Array;
}

/**
 * Simulates a step's passes and returns the critical path. Where ranks begin the next step without waiting for
 * other ranks, the step lasts from a rank's first pass to its last. Long steps only repeat the steady part, so
 * their critical path is extrapolated from two shorter simulated runs.
 */
export function stepLength(plan: ScheduledPlan, times: ChunkTimesOf): Chain {
  const { runs, more } = runsOf(plan);
  const [long = [], short = null] = runs.map((run) => chainsOf(run, times));
  if (short === null) return shortest(long);
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

/** Fields of a plan that determine the order of passes, without the number of micro-batches. */
export type AnyLength = Omit<ScheduledPlan, "numMicroBatches">;

/**
 * Numbers of micro-batches to simulate for a step of `m` micro-batches: all of them, or those of a longer and a
 * shorter run. With two runs, the step is the longer run plus `more` times the difference of the two.
 */
export function simulatedRuns(
  plan: AnyLength,
  m: number,
): { readonly long: number; readonly short: number | null; readonly more: number } {
  const round = roundOf(plan);
  if (isRunWhole(plan, m)) return { long: m, short: null, more: 0 };
  const rest = (m - 4 * round) % (2 * round);
  return { long: 6 * round + rest, short: 4 * round + rest, more: (m - 6 * round - rest) / (2 * round) };
}

/**
 * Returns the plans of the runs to simulate for a step: the plan itself, or a longer and a shorter one. The
 * step is then the longer run plus `more` times the difference of the two.
 */
export function runsOf(plan: ScheduledPlan): {
  readonly runs: readonly ScheduledPlan[];
  readonly more: number;
} {
  const { long, short, more } = simulatedRuns(plan, plan.numMicroBatches);
  if (short === null) return { runs: [plan], more };
  return { runs: [long, short].map((numMicroBatches) => ({ ...plan, numMicroBatches })), more };
}

/** Extrapolates from two runs: the longer run plus `more` times its difference from the shorter. */
export const goOn = (long: number, short: number, more: number): number => long + more * (long - short);

/** Number of micro-batches after which a schedule's steady part repeats. */
const roundOf = ({ pp, microBatchGroup }: AnyLength): number => Math.max(pp, microBatchGroup);

/**
 * True where all passes of a step are simulated: in short steps, and for custom schedules, whose orders may
 * contain counts that fit only one number of micro-batches.
 */
export const runsWhole = (plan: ScheduledPlan): boolean => isRunWhole(plan, plan.numMicroBatches);

const isRunWhole = (plan: AnyLength, m: number): boolean =>
  m <= 10 * roundOf(plan) || plan.ownSchedule !== null;

/** Computes the critical path for each order of passes that the plan's schedule may have. */
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
  const add = (of: number, kind: number, sign: number): void => {
    passes[3 * of + kind] = (passes[3 * of + kind] as number) + sign;
  };
  const addBackward = (of: number, sign: number): void => {
    add(of, INPUTS, sign);
    add(of, WEIGHTS, sign);
  };
  const count = (slot: number, sign: number): void => {
    const pair = slot - 4 * ranks * chunks;
    if (pair >= 0) {
      add(pair, FORWARD, sign);
      // The backward of a pair belongs to the rank's other chunk.
      addBackward(pair ^ 1, sign);
    } else if ((slot & 3) === WHOLE) addBackward(slot >> 2, sign);
    else add(slot >> 2, slot & 3, sign);
  };
  const walk = (last: number, sign: number): void => {
    for (let node = last; node > 0; node = beginsAfter(graph, ends, node))
      count(graph.slots[node] ?? 0, sign);
  };
  walk(span.to, 1);
  walk(span.from, -1);
  return { seconds: span.seconds, passes };
}
