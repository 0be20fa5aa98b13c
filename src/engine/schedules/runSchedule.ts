import type { ChunkTimesOf } from "./chunkSeconds.ts";
import { graphsOf } from "./graphs.ts";
import { isPaired, kindOf, WEIGHTS } from "./pass.ts";
import { type PassGraph, slotOf } from "./passGraph.ts";
import { beginsAfter, endsOf, shortest, slotSeconds, spanOf } from "./runGraph.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import { traitsOf } from "./traits.ts";

export interface SimulatedRank {
  /** Pass codes (pass.ts) of the rank's passes, in execution order. */
  readonly codes: Int32Array;
  /** Start time of each pass in `codes`, s from the start of the step. */
  readonly starts: Float64Array;
  /** End time of each pass in `codes`, s from the start of the step, without the send after the pass. */
  readonly ends: Float64Array;
}

export interface Simulation {
  readonly ranks: readonly SimulatedRank[];
  /** Time from the start of the step to the end of its last pass, including sends, s. */
  readonly seconds: number;
}

/**
 * Simulates a plan's schedule pass by pass with the given pass times of its chunks. `send` is the time, s, for
 * which a transfer blocks a rank after each forward and each gradient of inputs; 0 where sends are hidden.
 */
export function runSchedule(plan: ScheduledPlan, times: ChunkTimesOf, send = 0): Simulation {
  const busyTimes = times.map((chunks) =>
    chunks.map(({ forward, backward, weights }) => ({
      ...{ forward: forward + send, backward: backward + send, weights },
    })),
  );
  const { staggers } = traitsOf(plan.schedule);
  // Only the fastest order is expanded into single passes.
  return passByPass(
    shortest(
      graphsOf(plan).map((graph) => {
        const slots = slotSeconds(graph.placement, busyTimes);
        const nodeEnds = endsOf(graph, slots);
        return { graph, slots, nodeEnds, seconds: spanOf(graph, nodeEnds, staggers).seconds };
      }),
    ),
    send,
  );
}

/** Order of passes with its timing: the duration of each slot and the end time of each node of its graph, s. */
interface Run {
  readonly graph: PassGraph;
  readonly slots: Float64Array;
  readonly nodeEnds: Float64Array;
}

function passByPass({ graph, slots, nodeEnds }: Run, send: number): Simulation {
  const { chunks } = graph.placement;
  const ranks = graph.orders.map((codes, rank): SimulatedRank => {
    const starts = new Float64Array(codes.length);
    const ends = new Float64Array(codes.length);
    const nodes = graph.ranks[rank] ?? new Int32Array();
    let at = 0;
    /**
     * End time of the previous pass where that pass is the first of a pair; the second pass starts then. NaN
     * otherwise.
     */
    let first = Number.NaN;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] as number;
      const node = nodes[at] ?? 0;
      const start = Number.isNaN(first) ? (nodeEnds[beginsAfter(graph, nodeEnds, node)] as number) : first;
      const paired = isPaired(code);
      const end = paired ? start + (slots[slotOf(rank, chunks, code)] as number) : (nodeEnds[node] as number);
      starts[i] = start;
      ends[i] = kindOf(code) === WEIGHTS ? end : end - send;
      first = paired ? end : Number.NaN;
      if (!paired) at++;
    }
    return { codes, starts, ends };
  });
  let seconds = 0;
  for (const end of nodeEnds) if (end > seconds) seconds = end;
  return { ranks, seconds };
}
