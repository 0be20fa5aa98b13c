/**
 * Collects differences between two chains of dependent passes: for each pass time, the number of passes in the
 * chain that ends later minus the number in the other chain. While each difference stays positive in seconds,
 * the critical path stays the same.
 */
export class ChainDifferences {
  /**
   * Differences found so far, keyed by hash, to find repeats quickly. A simulation of thousands of passes has
   * few distinct differences.
   */
  readonly #found = new Map<number, Int32Array[]>();
  readonly #difference: Int32Array;

  constructor(times: number) {
    this.#difference = new Int32Array(times);
  }

  /**
   * Records that chain `later` ends after chain `sooner`. Chains with equal counts end together and are
   * ignored.
   */
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
    // A difference without negative counts is implied by each of its pass times being positive.
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

  /**
   * Returns the smallest differences, whose sign decides that of all others: pass times are positive, so a
   * larger difference is positive too.
   */
  least(): readonly Int32Array[] {
    const all = [...this.#found.values()].flat();
    const follows = (one: Int32Array, from: Int32Array): boolean =>
      one !== from && one.every((n, i) => n >= (from[i] as number));
    return all.filter((one) => !all.some((other) => follows(one, other)));
  }
}
