/**
 * The generator xoshiro128** seeded by splitmix32: small, fast in 32-bit integers, and identical on every
 * machine. Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47(4),
 * 2021 (arXiv:1805.01407).
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number) {
    let state = seed >>> 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let z = state;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      return (z ^ (z >>> 16)) >>> 0;
    };
    this.#a = next();
    this.#b = next();
    this.#c = next();
    this.#d = next();
  }

  /** A uniform 32-bit integer, from 0. */
  bits(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }

  /** A uniform number in [0, 1), in steps of 2^-53. */
  uniform(): number {
    return ((this.bits() >>> 5) * 2 ** 26 + (this.bits() >>> 6)) * 2 ** -53;
  }

  /** An exponential number with mean 1. */
  exponential(): number {
    return -Math.log(1 - this.uniform());
  }
}
