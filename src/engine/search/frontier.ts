import type { Branches } from "./branches.ts";
import { FIRST, type Known } from "./closer.ts";

/** Candidates not decided yet that follow each other, and what none of them falls below. */
export interface Open {
  readonly bound: number;
  /** The first of them. */
  readonly place: number;
  readonly size: number;
  /** How far the bound has been worked out. */
  readonly known: Known;
}

/** What is open, the lowest bound first, of equal ones the earlier: a heap. */
export class Frontier {
  readonly #heap: Open[] = [];

  constructor({ places, bounds, sizes }: Omit<Branches, "plans">) {
    places.forEach((place, i) => {
      this.#heap.push({ place, bound: bounds[i] ?? 0, size: sizes[i] ?? 1, known: FIRST });
    });
    for (let i = (this.#heap.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  push(open: Open): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(open);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above] as Open;
      if (!isBefore(open, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = open;
  }

  pop(): Open | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) {
      heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const open = heap[from] as Open;
    let at = from;
    for (;;) {
      let next = 2 * at + 1;
      if (next >= heap.length) break;
      if (next + 1 < heap.length && isBefore(heap[next + 1] as Open, heap[next] as Open)) next++;
      const other = heap[next] as Open;
      if (!isBefore(other, open)) break;
      heap[at] = other;
      at = next;
    }
    heap[at] = open;
  }
}

const isBefore = (a: Open, b: Open): boolean =>
  a.bound < b.bound || (a.bound === b.bound && a.place < b.place);
