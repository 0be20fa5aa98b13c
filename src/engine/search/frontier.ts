import TinyQueue from "tinyqueue";
import type { Branches } from "./branches.ts";
import { FIRST, type Known } from "./closer.ts";

/** Branch of consecutive undecided candidates, with a lower bound for all of them. */
export interface Open {
  readonly bound: number;
  /** Index of the branch's first candidate in the order of all candidates. */
  readonly place: number;
  readonly size: number;
  /** Name of the tightest bound that was computed for the branch. */
  readonly known: Known;
}

/** Priority queue of open branches: lowest bound first, then lowest place, so that ties never depend on the order of pushes. */
export class Frontier {
  readonly #queue: TinyQueue<Open>;

  constructor({ places, bounds, sizes }: Omit<Branches, "plans">) {
    const open = places.map(
      (place, i): Open => ({ bound: bounds[i] as number, place, size: sizes[i] as number, known: FIRST }),
    );
    this.#queue = new TinyQueue(open, (one, other) =>
      one.bound === other.bound ? one.place - other.place : one.bound - other.bound,
    );
  }

  push(open: Open): void {
    this.#queue.push(open);
  }

  pop(): Open | undefined {
    return this.#queue.pop();
  }

  /** The number of open candidates in branches whose bound satisfies `holds`. */
  count(holds: (bound: number) => boolean): number {
    let sum = 0;
    for (const { bound, size } of this.#queue.data) if (holds(bound)) sum += size;
    return sum;
  }
}
