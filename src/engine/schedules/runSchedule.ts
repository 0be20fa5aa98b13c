import type { ChunkTimesOf } from "./chunkSeconds.ts";
import { graphsOf } from "./graphs.ts";
import { isPaired, kindOf, WEIGHTS } from "./pass.ts";
import { type PassGraph, slotOf } from "./passGraph.ts";
import { beginsAfter, endsOf, slotSeconds } from "./runGraph.ts";
import { type ScheduledPlan, traitsOf } from "./traits.ts";

export interface SimulatedRank {
  /** Codes of passes in the order in which they ran, and their times, s. */
  readonly codes: Int32Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

export interface Simulation {
  readonly ranks: readonly SimulatedRank[];
  /** From the first pass to the end of the last, sends included, s. */
  readonly seconds: number;
}

/**
 * A plan's schedule, pass by pass, with the times of its chunks. `send`: what a rank is kept busy after each forward and each
 * gradient of inputs by handing over or being handed to, s; 0 where sends are hidden.
 */
export function runSchedule(plan: ScheduledPlan, times: ChunkTimesOf, send = 0): Simulation {
  const busyTimes = times.map((chunks) =>
    chunks.map(({ forward, backward, weights }) => ({
      ...{ forward: forward + send, backward: backward + send, weights },
    })),
  );
  const { staggers } = traitsOf(plan.schedule);
  let best: { readonly run: Simulation; readonly length: number } | null = null;
  for (const graph of graphsOf(plan)) {
    const run = simulation(graph, busyTimes, send);
    const length = staggers ? period(run) : run.seconds;
    if (!best || length < best.length * (1 - 1e-12)) best = { run, length };
  }
  if (!best) throw new Error("a schedule has an order");
  return best.run;
}

function simulation(graph: PassGraph, times: ChunkTimesOf, send: number): Simulation {
  const { chunks } = graph.placement;
  const seconds = slotSeconds(graph.placement, times);
  const nodeEnds = endsOf(graph, seconds);
  const ranks = graph.orders.map((codes, rank): SimulatedRank => {
    const starts = new Float64Array(codes.length);
    const ends = new Float64Array(codes.length);
    let at = 0;
    let begin: number | null = null;
    codes.forEach((code, i) => {
      const node = graph.ranks[rank]?.[at] ?? 0;
      const start: number = begin ?? nodeEnds[beginsAfter(graph, nodeEnds, node)] ?? 0;
      const own = seconds[slotOf(rank, chunks, code)] ?? 0;
      // The second of a pair begins where the first ends.
      const end = isPaired(code) ? start + own : (nodeEnds[node] ?? 0);
      begin = isPaired(code) ? end : null;
      starts[i] = start;
      ends[i] = kindOf(code) === WEIGHTS ? end : end - send;
      if (!isPaired(code)) at++;
    });
    return { codes, starts, ends };
  });
  return { ranks, seconds: nodeEnds.reduce((most, end) => Math.max(most, end), 0) };
}

/** The longest time from a rank's first pass to its last, s: what a step takes where ranks do not wait for each other to begin the next. */
export function period({ ranks }: Simulation): number {
  return ranks.reduce((most, { starts, ends }) => Math.max(most, (ends.at(-1) ?? 0) - (starts[0] ?? 0)), 0);
}

/** What a rank is busy, s. */
export function busy({ starts, ends }: SimulatedRank): number {
  let total = 0;
  for (let i = 0; i < ends.length; i++) total += (ends[i] ?? 0) - (starts[i] ?? 0);
  return total;
}
