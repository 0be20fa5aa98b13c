import { pointAt, runLength } from "./candidates.ts";
import type { Open } from "./frontier.ts";
import { type Least, NOTHING } from "./search.ts";
import type { SearchState } from "./searchState.ts";
import type { Reason } from "./tally.ts";
import { refusalOf } from "./validity.ts";

/**
 * Rejects candidates by checks and bounds, without an estimate. Each method returns null where checks and bounds reject
 * nothing.
 */
export interface Rejections {
  /**
   * Reason to reject the candidate with index `place`. `seconds`: lower bound of its step. `lacked`: a lack of memory that is
   * already known.
   */
  ofPlan(place: number, seconds: number, lacked?: Reason | null): Reason | null;
  /** Reason to reject one candidate by the memory of its training state: far out of memory, or unable to be among the best. */
  ofState(place: number, seconds: number): Reason | null;
  /** Reason to reject all candidates of a branch: their runs never finish. */
  ofBranch(open: Open): Reason | null;
}

export function rejections(state: SearchState): Rejections {
  const { search, walk, bounds, objectives, standing, decisions } = state;
  const { candidates } = walk;
  const { sizes } = candidates;
  const { checks, capacity, memory, kernels, endless } = bounds;
  const { least } = objectives;
  const byMemory = objectives.order === "memory";
  const ofPlan = (place: number, seconds: number, lacked: Reason | null = null): Reason | null => {
    const point = pointAt(sizes, place);
    const refusal = refusalOf(checks, point);
    if (refusal) return { kind: "refused", refusal };
    const short = lacked ?? capacity.lacking(point);
    // Excluded settings are a better reason than lack of memory. A limit on a result is a worse one.
    if (short) {
      const unset = search.unwanted?.(walk.given(point), NOTHING) ?? null;
      return unset === null ? short : { kind: "excluded", reason: unset };
    }
    const bytes = memory?.device(point).bytes ?? 0;
    const known: Least = { seconds: byMemory ? 0 : seconds, kernels: kernels?.(point) ?? 0, bytes };
    const reason = search.unwanted?.(walk.given(point), known) ?? null;
    if (reason !== null) return { kind: "excluded", reason };
    return standing.hopeful(least(known)) ? null : { kind: "beaten" };
  };
  return {
    ofPlan,
    ofState(place, seconds) {
      const point = pointAt(sizes, place);
      const need = memory?.state(point);
      if (!need) return null;
      const short = capacity.farOver(need, point);
      if (short) return ofPlan(place, 0, short);
      return standing.hopeful(least({ ...NOTHING, seconds, bytes: need.bytes })) ? null : { kind: "beaten" };
    },
    // Skipped until a candidate was refused because its run never finishes, since such runs are rare.
    ofBranch({ place, size }) {
      if (!decisions.endlessMet || !endless) return null;
      const refusal = endless.whole.at(pointAt(sizes, place));
      if (refusal === null || refusal === "passes") return null;
      return runLength(candidates, endless.whole.reads) >= size ? { kind: "refused", refusal } : null;
    },
  };
}
