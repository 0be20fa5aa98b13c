import { EXACT, type PeakEnds } from "../trainingStep/memory/fit.ts";
import type { Point } from "./candidates.ts";
import type { Memo } from "./memo.ts";
import type { MemoryBound, Need } from "./memoryBound.ts";
import { EXCESSES, type Reason } from "./tally.ts";

/** Rejects candidates by lower bounds of their memory. */
export interface Capacity {
  /** True where the search accepts only plans that fit for sure. False where plans that may not fit are accepted, too. */
  readonly sure: boolean;
  /** Lower and upper end of the interval of a candidate's peak memory, as factors of the estimated peak. */
  ends(point: Point): PeakEnds;
  /** Reason to reject a candidate because lower bounds exceed the memory of its devices or hosts; null where they do not. */
  lacking(point: Point): Reason | null;
  /**
   * Reason to reject a candidate because its training state alone (weights, gradients, optimizer) needs more than
   * `EXCESSES[0]` times the device memory; null where it needs less.
   */
  farOver(state: Need, point: Point): Reason | null;
}

export function capacity(sure: boolean, memory: MemoryBound | null, ends: Memo<PeakEnds> | null): Capacity {
  const endsAt = (point: Point): PeakEnds => ends?.at(point) ?? EXACT;
  /**
   * Reason to reject a candidate that needs at least `need.bytes`: it does not fit or, where `sure` is set, may not fit. Null
   * where the bound rejects nothing.
   */
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
