import type { MemoryEstimate } from "../../estimate/estimate.ts";

/** Whether a plan fits its devices, as sure as that is: in the language the words of `memory.fits`. */
export const FITS = ["no", "maybe", "yes"] as const;
export type Fit = (typeof FITS)[number];

/** The ends of peak memory's interval, as factors of an estimate. */
export interface PeakEnds {
  /** At most 1. */
  readonly low: number;
  /** At least 1. */
  readonly high: number;
}

/** The estimate itself, where no measured run says how far off it is. */
export const EXACT: PeakEnds = { low: 1, high: 1 };

/**
 * `yes` where the peak and the upper end of its interval are within usable memory, with all that the allocator would cache; `no` where
 * what nothing gives back is over it, and its lower end too, or where hosts or drives lack room; else `maybe`.
 */
export function fitOf(
  { peak, needed, capacity, stored }: Pick<MemoryEstimate, "peak" | "needed" | "capacity" | "stored">,
  { low, high }: PeakEnds,
): Fit {
  if (!stored || needed * low > capacity) return "no";
  return peak * high <= capacity ? "yes" : "maybe";
}
