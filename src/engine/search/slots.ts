import type { Point, Setting } from "./candidates.ts";

/** Largest size of a dense table, in points. A larger table would hold many more entries than are ever looked up. */
const DENSE = 2 ** 20;

/**
 * Maps points to small numbers; points that agree in some settings share one. A search looks up hundreds of thousands before its code is
 * optimised, so a lookup is one loop.
 */
export class Slots {
  /** Number of combinations of levels of the settings that the map depends on. */
  readonly size: number;
  readonly #choices: readonly number[];
  /** Contribution of each value to the place in the table, for each choice read. */
  readonly #steps: readonly Float64Array[];
  /**
   * Number of each point plus 1, by index in the table. 0, the initial value of arrays, means no number. Null until the first
   * number is set, and for a large table.
   */
  #dense: Int32Array | null = null;
  readonly #sparse = new Map<number, number>();

  /** Makes an empty map. `reads`: bit mask of the settings; points that agree in all of them share a number. */
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

  /** The number of a point; -1 where there is none yet. */
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
