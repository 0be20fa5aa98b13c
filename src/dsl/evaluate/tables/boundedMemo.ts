/**
 * Largest number of possible keys, in multiples of the memo's capacity, for which the memo stores values. With more
 * keys, a value would rarely be read again before the memo is cleared, so nothing is stored.
 */
const HARDLY = 16;

/**
 * Memo with whole numbers from 0 to below `size` as keys. Holds at most `most` values at once: a memo with more keys
 * than that is cleared when it is full.
 */
export class BoundedMemo<T> {
  /** Values by key in a memo that has room for all keys. Null in a memo with more keys than room, which uses a map. */
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
