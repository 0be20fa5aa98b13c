/** By how many of each time a chain exceeds another that ended before it: what must stay positive for it to end after it. */
export class ChainDifferences {
  /** By a hash of their numbers: a simulation of thousands of passes finds the same few again and again. */
  readonly #found = new Map<number, Int32Array[]>();
  readonly #difference: Int32Array;

  constructor(times: number) {
    this.#difference = new Int32Array(times);
  }

  /** That one chain ends after another; chains of the same passes end together. */
  add(later: Int32Array, sooner: Int32Array): void {
    const difference = this.#difference;
    let [most, least] = [0, 0];
    for (let i = 0; i < difference.length; i++) {
      const n = (later[i] as number) - (sooner[i] as number);
      difference[i] = n;
      if (n > most) most = n;
      if (n < least) least = n;
    }
    if (most === 0 && least === 0) return;
    if (least < 0) this.#keep(difference);
    // Where nothing is taken away, each time that is added says so by itself.
    else
      for (const [i, n] of difference.entries())
        if (n > 0) this.#keep(new Int32Array(difference.length).fill(1, i, i + 1));
  }

  #keep(form: Int32Array): void {
    let hash = 0;
    for (const n of form) hash = (Math.imul(hash, 31) + n) | 0;
    const same = this.#found.get(hash);
    if (same === undefined) this.#found.set(hash, [form.slice()]);
    else if (!same.some((one) => one.every((n, i) => n === form[i]))) same.push(form.slice());
  }

  /** Those from which the others follow: what is a difference and more times besides follows from it, as times are positive. */
  least(): readonly Int32Array[] {
    const all = [...this.#found.values()].flat();
    const follows = (one: Int32Array, from: Int32Array): boolean =>
      one !== from && one.every((n, i) => n >= (from[i] as number));
    return all.filter((one) => !all.some((other) => follows(one, other)));
  }
}
