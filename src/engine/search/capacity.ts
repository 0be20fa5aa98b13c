import { EXACT, type PeakEnds } from "../trainingStep/memory/fit.ts";
import type { Point } from "./candidates.ts";
import type { Memo } from "./memo.ts";
import type { MemoryBound, Need } from "./memoryBound.ts";
import { EXCESSES, type Reason } from "./tally.ts";

/** Rejects candidates by lower bounds of their memory. */
export interface Capacity {
  /** True to reject candidates that may not fit, too. */
  readonly sure: boolean;
  /** Ends of the interval of a candidate's peak, as factors of the estimated peak. */
  ends(point: Point): PeakEnds;
  /** Reason why a candidate does not fit its devices or its hosts; null where it may fit. */
  lacking(point: Point): Reason | null;
  /** Reason against a candidate whose training state alone is far out of memory; null for any other. */
  farOver(state: Need, point: Point): Reason | null;
}

export function capacity(sure: boolean, memory: MemoryBound | null, ends: Memo<PeakEnds> | null): Capacity {
  const endsAt = (point: Point): PeakEnds => ends?.at(point) ?? EXACT;
  /** Reason why a candidate that needs at least so much memory does not fit, or does not fit for sure; null where it may fit. */
  const shortOf = (need: Need, { low, high }: PeakEnds): Reason | null => {
    if (need.bytes * low > need.capacity) return { kind: "over memory", ...need };
    const { capacity } = need;
    const bytes = need.bytes * high;
    return sure && bytes > capacity ? { kind: "may not fit", bytes, capacity } : null;
  };
  return {
    sure,
    ends: endsAt,
    lacking(point) {
      const device = memory?.device(point);
      if (!memory || !device) return null;
      return shortOf(device, endsAt(point)) ?? shortOf(memory.host(point), EXACT);
    },
    farOver: (state, point) =>
      state.bytes > EXCESSES[0] * state.capacity ? shortOf(state, endsAt(point)) : null,
  };
}
