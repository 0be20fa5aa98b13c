import { ChainDifferences } from "./chainDifferences.ts";
import { type ChunkPlaces, chunkTimes } from "./chunkPlaces.ts";
import { graphsOf } from "./graphs.ts";
import { FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";
import { type PassGraph, pairSlotOf, slotCount } from "./passGraph.ts";
import { beginsAfter, endsOf, slotSeconds, spanOf } from "./runGraph.ts";
import type { ScheduledPlan } from "./scheduledPlan.ts";
import { goOn, runsOf } from "./stepLength.ts";
import { traitsOf } from "./traits.ts";

/** A set of pass times for which the critical paths of a plan's simulated runs certainly stay the same. */
export interface ChainRegion {
  /** For each pass time, the number of passes with that time on the critical path of the longer simulated run. */
  readonly long: Int32Array;
  /**
   * Counts of pass times on the critical path of the shorter simulated run; equal to `long` where a single run
   * is simulated.
   */
  readonly short: Int32Array;
  /** True where the given pass times certainly lie in the region. */
  holds(seconds: readonly number[]): boolean;
}

/**
 * Smallest lead of the critical path over any other, as a share of its length, that rounding errors cannot
 * reverse. End times are sums of at most some hundred thousand times, each with a rounding error of 1.1e-16 of
 * the sum.
 */
const MARGIN = 1e-9;

/**
 * Computes the region of pass times around `seconds` in which the critical path has the same passes. A
 * simulation compares the end times of chains, each a sum of pass times. While every comparison has the same
 * outcome, the critical path does not change. Thousands of passes lead to about ten distinct comparisons.
 */
export function chainRegion(
  plan: ScheduledPlan,
  places: ChunkPlaces,
  seconds: readonly number[],
): ChainRegion {
  const { staggers } = traitsOf(plan.schedule);
  const times = chunkTimes(places, seconds);
  const found = new ChainDifferences(seconds.length);
  const { runs, more } = runsOf(plan);
  const chains = runs.map((run) =>
    graphsOf(run).map((graph) => {
      const ends = endsOf(graph, slotSeconds(graph.placement, times));
      return longestChain(graph, ends, slotForms(graph, places, seconds.length), staggers, found);
    }),
  );
  const [longs = [], shorts = longs] = chains;
  const orders = longs.map((form, order) => form.map((n, i) => goOn(n, shorts[order]?.[i] ?? 0, more)));
  const lengths = orders.map((form) => dot(form, seconds));
  const least = lengths.indexOf(Math.min(...lengths));
  const none = new Int32Array(seconds.length);
  const [long = none, short = none, order = none] = [longs[least], shorts[least], orders[least]];
  for (const other of orders) found.add(other, order);
  const conditions = found.least();
  /**
   * Pass times of the last lookup that was inside the region. Most rows of a table repeat the pass times of
   * the row before.
   */
  let held: readonly number[] | null = null;
  return {
    ...{ long, short },
    holds(others) {
      if (held !== null && areSame(held, others)) return true;
      for (const n of others) if (!(n >= 0)) return false;
      let most = 0;
      for (const form of longs) most = Math.max(most, dot(form, others));
      for (const one of conditions) if (!(dot(one, others) > MARGIN * most)) return false;
      held = others.slice();
      return true;
    },
  };
}

function areSame(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function dot(form: Int32Array, seconds: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < form.length; i++) total += (form[i] as number) * (seconds[i] as number);
  return total;
}

/**
 * Counts how many passes of each pass time are on the critical path of a graph. Records in `found` every
 * comparison of end times that decides the path.
 */
function longestChain(
  graph: PassGraph,
  ends: Float64Array,
  slots: readonly Int32Array[],
  staggers: boolean,
  found: ChainDifferences,
): Int32Array {
  const { before, after, also } = graph;
  const size = slots[0]?.length ?? 0;
  const forms = new Int32Array(size * graph.slots.length);
  const at = (node: number): Int32Array => forms.subarray(size * node, size * (node + 1));
  const all = Array.from(graph.slots, (_, node) => at(node));
  const formOf = (node: number): Int32Array => all[node] as Int32Array;
  const begins = (node: number): Int32Array => {
    const from = beginsAfter(graph, ends, node);
    const last = formOf(from);
    for (const others of [before, after, also]) {
      const other = others?.[node] ?? from;
      if (other !== from) found.add(last, formOf(other));
    }
    return last;
  };
  for (let node = 1; node < graph.slots.length; node++) {
    const own = slots[graph.slots[node] as number] as Int32Array;
    const last = begins(node);
    const form = formOf(node);
    for (let i = 0; i < size; i++) form[i] = (last[i] as number) + (own[i] as number);
  }
  const between = (from: Int32Array, to: Int32Array): Int32Array => to.map((n, i) => n - (from[i] as number));
  const { from, to } = spanOf(graph, ends, staggers);
  const longest = between(formOf(from), formOf(to));
  for (const nodes of graph.ranks)
    found.add(longest, between(staggers ? begins(nodes[0] ?? 0) : formOf(0), formOf(nodes.at(-1) ?? 0)));
  return longest;
}

/**
 * Returns the counts of pass times that add up to the duration of each slot; a slot is the index of a duration
 * in the graph.
 */
function slotForms({ placement }: PassGraph, places: ChunkPlaces, size: number): readonly Int32Array[] {
  const forms = Array.from({ length: slotCount(placement) }, () => new Int32Array(size));
  const take = (slot: number, ...of: readonly (number | null | undefined)[]): void => {
    const form = forms[slot];
    for (const place of of)
      if (form && place !== null && place !== undefined) form[place] = (form[place] as number) + 1;
  };
  places.forEach((own, rank) => {
    own.forEach(({ forward, backward, weights }, chunk) => {
      const at = 4 * (rank * placement.chunks + chunk);
      take(at + FORWARD, forward);
      take(at + INPUTS, backward);
      take(at + WEIGHTS, weights);
      take(at + WHOLE, backward, weights);
      // The backward of a pair belongs to the rank's other chunk.
      const other = own[1 - chunk];
      if (other) take(pairSlotOf(placement, rank, chunk), forward, other.backward, other.weights);
    });
  });
  return forms;
}
