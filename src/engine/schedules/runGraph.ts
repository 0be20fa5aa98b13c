import type { ChunkTimesOf } from "./chunkSeconds.ts";
import { FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";
import { type PassGraph, pairSlotOf, slotCount } from "./passGraph.ts";
import type { Placement } from "./placement.ts";

/**
 * Computes the duration, s, of each kind of pass and of each pair on every chunk, indexed by the slots of a
 * `PassGraph`.
 */
export function slotSeconds(placement: Placement, times: ChunkTimesOf): Float64Array {
  const { ranks, chunks } = placement;
  const seconds = new Float64Array(slotCount(placement));
  for (let rank = 0; rank < ranks; rank++)
    for (let chunk = 0; chunk < chunks; chunk++) {
      const { forward = 0, backward = 0, weights = 0 } = times[rank]?.[chunk] ?? {};
      const other = times[rank]?.[1 - chunk];
      const at = 4 * (rank * chunks + chunk);
      seconds[at + FORWARD] = forward;
      seconds[at + INPUTS] = backward;
      seconds[at + WEIGHTS] = weights;
      seconds[at + WHOLE] = backward + weights;
      if (other) seconds[pairSlotOf(placement, rank, chunk)] = forward + other.backward + other.weights;
    }
  return seconds;
}

/**
 * Computes the end time of each node of a graph, s. Nodes start as early as they can, so the last end is the
 * length of the critical path.
 */
export function endsOf({ slots, before, after, also }: PassGraph, seconds: Float64Array): Float64Array {
  const ends = new Float64Array(slots.length);
  for (let node = 1; node < slots.length; node++) {
    let start = ends[before[node] as number] as number;
    const other = ends[after[node] as number] as number;
    if (other > start) start = other;
    if (also) {
      const second = ends[also[node] as number] as number;
      if (second > start) start = second;
    }
    ends[node] = start + (seconds[slots[node] as number] as number);
  }
  return ends;
}

/**
 * Returns the dependency of `node` that ends last; the node begins at that time. Where several dependencies end
 * at that time, the one on the node's own rank is returned.
 */
export function beginsAfter({ before, after, also }: PassGraph, ends: Float64Array, node: number): number {
  let found = before[node] as number;
  const other = after[node] as number;
  if ((ends[other] as number) > (ends[found] as number)) found = other;
  if (also) {
    const second = also[node] as number;
    if ((ends[second] as number) > (ends[found] as number)) found = second;
  }
  return found;
}

/** Duration of a step, s, from the end of node `from` to the end of node `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/**
 * Finds the nodes that delimit a step, and its duration. By default a step lasts from its beginning to the end
 * of the last pass. With `staggers`, ranks begin the next step without waiting for other ranks. The step then
 * lasts as long as the rank with the longest time from its first pass to its last.
 */
export function spanOf(graph: PassGraph, ends: Float64Array, staggers: boolean): Span {
  let longest: Span = { from: 0, to: 0, seconds: Number.NEGATIVE_INFINITY };
  for (const nodes of graph.ranks) {
    const from = staggers ? beginsAfter(graph, ends, nodes[0] ?? 0) : 0;
    const to = nodes.at(-1) ?? 0;
    const seconds = (ends[to] ?? 0) - (ends[from] ?? 0);
    if (seconds > longest.seconds) longest = { from, to, seconds };
  }
  return longest;
}

/**
 * Returns the fastest of several simulated runs. Runs that differ by rounding only count as equal, and the
 * first of them is returned.
 */
export function shortest<T extends { readonly seconds: number }>([first, ...others]: readonly T[]): T {
  if (!first) throw new Error("a schedule has an order");
  return others.reduce((best, one) => (one.seconds < best.seconds * (1 - 1e-12) ? one : best), first);
}
