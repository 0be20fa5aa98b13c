import type { MemoryEstimate } from "../../estimate/estimate.ts";

/**
 * Answers to whether a plan fits its devices, with the uncertainty of the estimate: the values of
 * `memory.fits`.
 */
export const FITS = ["no", "maybe", "yes"] as const;
export type Fit = (typeof FITS)[number];

/** Interval of peak memory, as factors of the estimate. */
export interface PeakEnds {
  /** Lower end ÷ estimate, at most 1. */
  readonly low: number;
  /** Upper end ÷ estimate, at least 1. */
  readonly high: number;
}

/** The interval without any width, used where no measured run gives the estimate's error. */
export const EXACT: PeakEnds = { low: 1, high: 1 };

/**
 * Fit of a plan with its uncertainty. `yes`: the upper end of the peak's interval is within usable memory,
 * allocator cache included. `no`: the lower end of the memory without that cache exceeds it, or hosts or
 * drives lack room. `maybe` otherwise.
 */
export function fitOf(
  { peak, needed, capacity, stored }: Pick<MemoryEstimate, "peak" | "needed" | "capacity" | "stored">,
  { low, high }: PeakEnds,
): Fit {
  if (!stored || needed * low > capacity) return "no";
  return peak * high <= capacity ? "yes" : "maybe";
}
