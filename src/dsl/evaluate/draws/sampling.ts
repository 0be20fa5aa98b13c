import type { Draws, RandomInput, Sampling } from "../values/draws.ts";
import { latticeCoordinate } from "./lattice.ts";

/**
 * Number of points at which an uncertain number is drawn. At 2^13 points an 80% interval of a normal result is off by less
 * than a thousandth of its width.
 */
export const DRAWS = 8_192;

/** Number of samplings that stay in memory. */
const MOST = 8;
const known = new Map<string, Sampling>();

/** Sampling of the random inputs of a number. Numbers of the same inputs share it. */
export function samplingOf({ inputs, most }: Pick<Draws, "inputs" | "most">): Sampling {
  const ordered = [...inputs].sort(byPlace);
  const key = `${most} ${ordered.map(({ id }) => id).join(" ")}`;
  const sampling = known.get(key) ?? makeSampling(ordered, most, 0);
  known.delete(key);
  known.set(key, sampling);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  return sampling;
}

/** Sampling whose inputs take the coordinates from `first` on, in the order of `inputs`. */
export function makeSampling(inputs: readonly RandomInput[], count: number, first: number): Sampling {
  const columns = new Map<RandomInput, Float64Array>();
  return {
    count,
    known: new WeakMap(),
    uniform(input) {
      const ready = columns.get(input);
      if (ready) return ready;
      const column = latticeCoordinate(first + inputs.indexOf(input), count);
      columns.set(input, column);
      return column;
    },
  };
}

/** An uncertain number at the points of a sampling, computed once. */
export function drawn(draws: Draws, sampling: Sampling): Float64Array {
  const ready = sampling.known.get(draws);
  if (ready) return ready;
  const column = draws.on(sampling);
  sampling.known.set(draws, column);
  return column;
}

/** Order of random inputs by their places in the texts, so that a program draws the same numbers in every run. */
export function byPlace(a: RandomInput, b: RandomInput): number {
  const [one, other] = [a.place, b.place];
  if (one.source.name !== other.source.name) return one.source.name < other.source.name ? -1 : 1;
  return one.span.start - other.span.start || a.id - b.id;
}
