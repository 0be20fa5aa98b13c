/**
 * Largest ratio of possible keys to the memo's capacity. Above it, a value is rarely read again before the memo is
 * cleared, so nothing is stored.
 */
const HARDLY = 16;

/** Memo with whole numbers from 0 to below `size` as keys. Holds up to about `most` values at once. */
export class BoundedMemo<T> {
  /** Values by key, where the memo has room for all keys; null otherwise. */
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
