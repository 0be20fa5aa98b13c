import type { Branches } from "./branches.ts";
import { FIRST, type Known } from "./closer.ts";

/** Branch of consecutive undecided candidates, with a lower bound for all of them. */
export interface Open {
  readonly bound: number;
  /** The place of the first candidate. */
  readonly place: number;
  readonly size: number;
  /** Name of the last bound that was computed. */
  readonly known: Known;
}

/**
 * Priority queue of open branches: lowest bound first, then lowest place. A binary heap of indices into one array per property, because a
 * search pushes tens of thousands, and comparing objects costs as much as some bounds.
 */
export class Frontier {
  readonly #bounds: number[];
  readonly #places: number[];
  readonly #sizes: number[];
  readonly #known: Known[];
  readonly #heap: number[];
  /** Indices of branches that were popped, free for new ones. */
  readonly #free: number[] = [];

  constructor({ places, bounds, sizes }: Omit<Branches, "plans">) {
    this.#bounds = [...bounds];
    this.#places = [...places];
    this.#sizes = [...sizes];
    this.#known = places.map(() => FIRST);
    this.#heap = places.map((_, i) => i);
    for (let i = (this.#heap.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  push({ bound, place, size, known }: Open): void {
    const open = this.#free.pop() ?? this.#bounds.length;
    this.#bounds[open] = bound;
    this.#places[open] = place;
    this.#sizes[open] = size;
    this.#known[open] = known;
    const heap = this.#heap;
    let at = heap.length;
    heap.push(open);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above] as number;
      if (!this.#isBefore(open, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = open;
  }

  pop(): Open | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink(0);
    }
    this.#free.push(first);
    return {
      bound: this.#bounds[first] as number,
      place: this.#places[first] as number,
      size: this.#sizes[first] as number,
      known: this.#known[first] as Known,
    };
  }

  /** The number of open candidates in branches whose bound satisfies `holds`. */
  count(holds: (bound: number) => boolean): number {
    let sum = 0;
    for (const open of this.#heap)
      if (holds(this.#bounds[open] as number)) sum += this.#sizes[open] as number;
    return sum;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const bounds = this.#bounds;
    const places = this.#places;
    const open = heap[from] as number;
    const bound = bounds[open] as number;
    const place = places[open] as number;
    let at = from;
    for (;;) {
      let next = 2 * at + 1;
      if (next >= heap.length) break;
      let other = heap[next] as number;
      let least = bounds[other] as number;
      if (next + 1 < heap.length) {
        const beside = heap[next + 1] as number;
        const its = bounds[beside] as number;
        if (its < least || (its === least && (places[beside] as number) < (places[other] as number))) {
          next++;
          other = beside;
          least = its;
        }
      }
      if (!(least < bound || (least === bound && (places[other] as number) < place))) break;
      heap[at] = other;
      at = next;
    }
    heap[at] = open;
  }

  #isBefore(a: number, b: number): boolean {
    const own = this.#bounds[a] as number;
    const other = this.#bounds[b] as number;
    return own < other || (own === other && (this.#places[a] as number) < (this.#places[b] as number));
  }
}
