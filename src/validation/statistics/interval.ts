import type { Basis } from "../../uncertainty/index.ts";

/** Interval that a user would see for a measured run, in the measurement's unit. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly inside: boolean;
}

/**
 * Interval (80 %) around `predicted`. The basis' ends are log(measured / predicted) of times and bytes, so a
 * `rate` swaps them.
 */
export function intervalOf(basis: Basis, predicted: number, measured: number, rate: boolean): Interval {
  const ends = [basis.ends.low, basis.ends.high].map((end) => predicted * Math.exp(rate ? -end : end));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { low, high, inside: low <= measured && measured <= high };
}
