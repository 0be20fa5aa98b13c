/** Where so many times more of them come than are kept, one hardly comes again before it is forgotten, and none is kept. */
const HARDLY = 16;

/** Values by whole numbers below `size`, of which about `most` are kept at once. */
export class KeptValues<T> {
  /** By the number, where there is room for all. */
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
