/** What is made of two things, once for each pair of them. */
export class Pairs<A extends object, B, T> {
  readonly #make: (one: A, other: B) => T;
  readonly #known = new WeakMap<A, Map<B, T>>();

  constructor(make: (one: A, other: B) => T) {
    this.#make = make;
  }

  of(one: A, other: B): T {
    const others = this.#known.get(one) ?? new Map<B, T>();
    const known = others.get(other);
    if (known !== undefined) return known;
    const made = this.#make(one, other);
    this.#known.set(one, others.set(other, made));
    return made;
  }
}
