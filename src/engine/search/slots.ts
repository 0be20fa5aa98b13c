import type { Point, Setting } from "./candidates.ts";

/** Above it a table would be larger than what is ever looked up. */
const DENSE = 2 ** 20;

/**
 * Small numbers, one for all points that agree in some of a search's settings. A search looks up hundreds of thousands before
 * its code is fast: what is done for each is in one loop.
 */
export class Slots {
  /** How many points there are that differ in the settings. */
  readonly size: number;
  readonly #choices: readonly number[];
  /** Of each of these choices, what each of its values adds to a point's place in the table. */
  readonly #steps: readonly Float64Array[];
  /** One more than the number: 0 where there is none, as arrays are made. Null until there is one, and for a large table. */
  #dense: Int32Array | null = null;
  readonly #sparse = new Map<number, number>();

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

  /** -1 where there is none yet. */
  at(point: Point): number {
    const choices = this.#choices;
    const steps = this.#steps;
    let place = 0;
    for (let i = 0; i < choices.length; i++)
      place += (steps[i] as Float64Array)[point[choices[i] as number] as number] as number;
    const dense = this.#dense;
    return (dense !== null ? (dense[place] as number) : (this.#sparse.get(place) ?? 0)) - 1;
  }

  set(point: Point, slot: number): void {
    let place = 0;
    this.#choices.forEach((choice, i) => {
      place += (this.#steps[i] as Float64Array)[point[choice] as number] as number;
    });
    if (this.size > DENSE) this.#sparse.set(place, slot + 1);
    else {
      this.#dense ??= new Int32Array(this.size);
      this.#dense[place] = slot + 1;
    }
  }
}
