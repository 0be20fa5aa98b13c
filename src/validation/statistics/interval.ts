import type { Basis } from "../../uncertainty/index.ts";

/** A measurement beside the interval that a user's own run would get there, in the measurement's unit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly inside: boolean;
}

/**
 * The 80 % interval around `predicted`. Ends of a basis are of log(measured / predicted) of times and of bytes, so those of a `rate`
 * change places.
 */
export function intervalOf(basis: Basis, predicted: number, measured: number, rate: boolean): Interval {
  const ends = [basis.ends.low, basis.ends.high].map((end) => predicted * Math.exp(rate ? -end : end));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { low, high, inside: low <= measured && measured <= high };
}
