import { type ChunkPlaces, chunkTimes } from "./chunkPlaces.ts";
import { graphsOf } from "./graphs.ts";
import { FORWARD, INPUTS, WEIGHTS, WHOLE } from "./pass.ts";
import type { PassGraph } from "./passGraph.ts";
import { beginsAfter, endsOf, slotSeconds, spanOf } from "./runGraph.ts";
import { goOn, runsOf } from "./stepLength.ts";
import { type ScheduledPlan, traitsOf } from "./traits.ts";

/** How often each time is in a chain, or in one chain more than in another. */
type Form = Float64Array;

/**
 * By how much of the longest chain another must be shorter for its end to come first whatever rounding does: ends are sums of at most
 * some million times, each of which rounding moves by 1.1e-16 of the sum.
 */
const MARGIN = 1e-9;

/**
 * Where the longest chains of passes stay as they are with these times: a test of other times that is false where they may not.
 * A simulation compares ends of chains, each so many of each time; while every one of those comparisons comes out as it
 * did, the longest chain is of the same passes. Thousands of passes come to some ten different comparisons.
 */
export function chainRegion(
  plan: ScheduledPlan,
  places: ChunkPlaces,
  seconds: readonly number[],
): (others: readonly number[]) => boolean {
  const { staggers } = traitsOf(plan.schedule);
  const times = chunkTimes(places, seconds);
  const found = new Differences(seconds.length);
  /** The chain of each order of each run. */
  const { runs, more } = runsOf(plan);
  const chains = runs.map((run) =>
    graphsOf(run).map((graph) => {
      const ends = endsOf(graph, slotSeconds(graph.placement, times));
      return longestForm(graph, ends, slotForms(graph, places, seconds.length), staggers, found);
    }),
  );
  const [long = [], short = long] = chains;
  const orders = long.map((form, order) => form.map((n, i) => goOn(n, short[order]?.[i] ?? 0, more)));
  const least = orders.reduce((best, one) => (dot(one, seconds) < dot(best, seconds) ? one : best));
  for (const other of orders) found.add(other, least);
  const conditions = found.least();
  return (others) => {
    let total = 0;
    for (const form of long) total = Math.max(total, dot(form, others));
    const apart = MARGIN * total;
    return others.every((n) => n >= 0) && conditions.every((one) => dot(one, others) > apart);
  };
}

function dot(form: Form, seconds: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < form.length; i++) total += (form[i] as number) * (seconds[i] as number);
  return total;
}

/** Differences of chains that came out positive, without those that follow from others. */
class Differences {
  readonly #found = new Map<string, Form>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** That `longer` ends later than `shorter`; chains of the same passes end together. */
  add(longer: Form, shorter: Form): void {
    const form = longer.map((n, i) => n - (shorter[i] as number));
    if (form.every((n) => n === 0)) return;
    // Where nothing is taken away, any one time that is added says so.
    if (form.every((n) => n >= 0)) {
      for (const [i, n] of form.entries())
        if (n > 0) this.#keep(new Float64Array(this.#size).fill(1, i, i + 1));
    } else this.#keep(form);
  }

  #keep(form: Form): void {
    const key = form.join();
    if (!this.#found.has(key)) this.#found.set(key, form);
  }

  /** One that adds to another follows from it, as times are positive. */
  least(): readonly Form[] {
    const all = [...this.#found.values()];
    return all.filter(
      (one) => !all.some((other) => other !== one && one.every((n, i) => n >= (other[i] as number))),
    );
  }
}

/** What is in the longest chain of a graph, and every comparison of ends on the way there. */
function longestForm(
  graph: PassGraph,
  ends: Float64Array,
  slots: readonly Form[],
  staggers: boolean,
  found: Differences,
): Form {
  const { before, after, also } = graph;
  const none = new Float64Array(slots[0]?.length ?? 0);
  const forms: Form[] = [none];
  const at = (node: number): Form => forms[node] as Form;
  const begins = (node: number): Form => {
    const last = at(beginsAfter(graph, ends, node));
    for (const others of [before, after, also]) if (others) found.add(last, at(others[node] as number));
    return last;
  };
  for (let node = 1; node < graph.slots.length; node++) {
    const own = slots[graph.slots[node] as number] as Form;
    forms.push(begins(node).map((n, i) => n + (own[i] as number)));
  }
  const spans = graph.ranks.map((nodes) => {
    const from = staggers ? begins(nodes[0] ?? 0) : none;
    return at(nodes.at(-1) ?? 0).map((n, i) => n - (from[i] as number));
  });
  const { from, to } = spanOf(graph, ends, staggers);
  const longest = at(to).map((n, i) => n - (at(from)[i] as number));
  for (const span of spans) found.add(longest, span);
  return longest;
}

/** What each node of a graph takes, by slot: of each time so many. */
function slotForms(
  { placement: { ranks, chunks } }: PassGraph,
  places: ChunkPlaces,
  size: number,
): readonly Form[] {
  const forms = Array.from({ length: 5 * ranks * chunks }, () => new Float64Array(size));
  const add = (slot: number, place: number | null | undefined): void => {
    const form = forms[slot];
    if (form && place !== null && place !== undefined) form[place] = (form[place] as number) + 1;
  };
  places.forEach((own, rank) => {
    own.forEach(({ forward, backward, weights }, chunk) => {
      const at = 4 * (rank * chunks + chunk);
      add(at + FORWARD, forward);
      add(at + INPUTS, backward);
      add(at + WEIGHTS, weights);
      add(at + WHOLE, backward);
      add(at + WHOLE, weights);
      const pair = 4 * ranks * chunks + rank * chunks + chunk;
      const other = own[1 - chunk];
      add(pair, forward);
      add(pair, other?.backward);
      add(pair, other?.weights);
    });
  });
  return forms;
}
