import type { Point, Setting } from "./candidates.ts";

/** Numbers points by some of a search's settings: those that agree in all of them have the same number. */
export class Numbering {
  /** Numbers are below it. */
  readonly size: number;
  readonly #choices: readonly number[];
  /** Of each of these choices, what each of its values adds. */
  readonly #steps: readonly Float64Array[];

  /** `reads` are the settings, as bits. */
  constructor(settings: readonly Setting[], reads: number) {
    const steps = new Map<number, Float64Array>();
    let size = 1;
    settings.forEach(({ choice, levels, count }, i) => {
      if (((reads >> i) & 1) === 0) return;
      const known = steps.get(choice) ?? new Float64Array(levels.length);
      steps.set(choice, known);
      levels.forEach((level, value) => {
        known[value] = (known[value] ?? 0) + level * size;
      });
      size *= count;
    });
    this.size = size;
    this.#choices = [...steps.keys()];
    this.#steps = [...steps.values()];
  }

  at(point: Point): number {
    const choices = this.#choices;
    const steps = this.#steps;
    let number = 0;
    for (let i = 0; i < choices.length; i++)
      number += (steps[i] as Float64Array)[point[choices[i] as number] as number] as number;
    return number;
  }
}

/** Above it a table would be larger than what is ever looked up. */
const DENSE = 2 ** 20;

/** Small numbers by a numbering's numbers; -1 where there is none yet. */
export class Slots {
  readonly #size: number;
  /** One more than the number: 0 where there is none, as arrays are made. Null until there is one. */
  #dense: Int32Array | null = null;
  readonly #sparse = new Map<number, number>();

  constructor(size: number) {
    this.#size = size;
  }

  get(number: number): number {
    return (this.#dense ? (this.#dense[number] as number) : (this.#sparse.get(number) ?? 0)) - 1;
  }

  set(number: number, slot: number): void {
    if (this.#size > DENSE) this.#sparse.set(number, slot + 1);
    else {
      this.#dense ??= new Int32Array(this.#size);
      this.#dense[number] = slot + 1;
    }
  }
}
