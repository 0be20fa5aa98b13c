/** Requests in progress by the iteration that ends them: a binary heap, the earliest first. */
export class Endings {
  readonly #ends: number[] = [];
  readonly #requests: number[] = [];

  get size(): number {
    return this.#ends.length;
  }

  /** Iteration of the earliest end; infinite without requests. */
  get first(): number {
    return this.#ends[0] ?? Number.POSITIVE_INFINITY;
  }

  push(end: number, request: number): void {
    let at = this.#ends.length;
    this.#ends.push(end);
    this.#requests.push(request);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((this.#ends[above] as number) <= (this.#ends[at] as number)) break;
      this.#swap(at, above);
      at = above;
    }
  }

  /** Takes the request of the earliest end. */
  pop(): number {
    const request = this.#requests[0] as number;
    const end = this.#ends.pop() as number;
    const last = this.#requests.pop() as number;
    if (this.#ends.length === 0) return request;
    this.#ends[0] = end;
    this.#requests[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= this.#ends.length) break;
      const right = left + 1;
      const least =
        right < this.#ends.length && (this.#ends[right] as number) < (this.#ends[left] as number)
          ? right
          : left;
      if ((this.#ends[at] as number) <= (this.#ends[least] as number)) break;
      this.#swap(at, least);
      at = least;
    }
    return request;
  }

  #swap(one: number, other: number): void {
    const [end, request] = [this.#ends[one] as number, this.#requests[one] as number];
    this.#ends[one] = this.#ends[other] as number;
    this.#requests[one] = this.#requests[other] as number;
    this.#ends[other] = end;
    this.#requests[other] = request;
  }
}
