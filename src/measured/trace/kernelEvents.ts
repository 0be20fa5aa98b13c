import { type KernelKind, kernelKind } from "../kernels/kernelKinds.ts";

/** Numbers that grow, in one block of memory: 8 bytes a number, whichever the trace's size. */
class Numbers {
  #block = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#block.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#block);
      this.#block = larger;
    }
    this.#block[this.length++] = value;
  }

  at(index: number): number {
    return this.#block[index] ?? Number.NaN;
  }
}

/**
 * Kernels of a trace: 32 bytes each, and each name once. Times are in s from the first event, so that a double holds
 * their nanoseconds.
 */
export class KernelEvents {
  readonly names: string[] = [];
  readonly kinds: KernelKind[] = [];
  readonly #ids = new Map<string, number>();
  readonly #starts = new Numbers();
  readonly #seconds = new Numbers();
  readonly #nameIds = new Numbers();
  /** Index of the collective that a kernel is a call of; -1 for other kernels. */
  readonly #collectives = new Numbers();

  get length(): number {
    return this.#starts.length;
  }

  add(name: string, kind: KernelKind | null, start: number, seconds: number, collective = -1): void {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.names.length;
      this.#ids.set(name, id);
      this.names.push(name);
      this.kinds.push(kind ?? kernelKind(name));
    }
    this.#starts.push(start);
    this.#seconds.push(seconds);
    this.#nameIds.push(id);
    this.#collectives.push(collective);
  }

  start(at: number): number {
    return this.#starts.at(at);
  }

  seconds(at: number): number {
    return this.#seconds.at(at);
  }

  nameId(at: number): number {
    return this.#nameIds.at(at);
  }

  kind(at: number): KernelKind {
    return this.kinds[this.nameId(at)] ?? "unknown";
  }

  collective(at: number): number {
    return this.#collectives.at(at);
  }

  /** Indices of the kernels in the order of their starts. */
  ordered(): Uint32Array {
    const order = Uint32Array.from({ length: this.length }, (_, at) => at);
    return order.sort((a, b) => this.start(a) - this.start(b));
  }
}
