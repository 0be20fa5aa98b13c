import { EXACT, type PeakEnds } from "../engine/trainingStep/memory/fit.ts";
import type { Basis } from "./basis.ts";

/**
 * Ends of peak memory's interval as factors of the estimate. They always include 1: where all similar runs
 * took more than estimated, or all less, the estimate itself is the end.
 */
export function peakEnds(basis: Basis | null): PeakEnds {
  if (basis === null) return EXACT;
  return { low: Math.min(1, Math.exp(basis.ends.low)), high: Math.max(1, Math.exp(basis.ends.high)) };
}
