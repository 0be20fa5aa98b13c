/**
 * Largest ratio of possible numbers to the memo's capacity. Above it a value is rarely asked for again before it is dropped, so
 * nothing is stored.
 */
const HARDLY = 16;

/** Memo of values by whole numbers below `size`. Holds up to about `most` values at once. */
export class BoundedMemo<T> {
  /** Values by their number, where all fit; null otherwise. */
  readonly #all: (T | undefined)[] | null;
  readonly #some: Map<number, T> | null;
  readonly #most: number;

  constructor(size: number, most: number) {
    this.#most = most;
    this.#all = size <= most ? new Array<T | undefined>(size) : null;
    this.#some = size > most && size <= HARDLY * most ? new Map() : null;
  }

  get(number: number): T | undefined {
    return this.#all ? this.#all[number] : this.#some?.get(number);
  }

  set(number: number, value: T): void {
    if (this.#all) this.#all[number] = value;
    if (!this.#some) return;
    if (this.#some.size >= this.#most) this.#some.clear();
    this.#some.set(number, value);
  }
}
