import type { Algebra } from "../../../core/algebra.ts";
import type { TokenCost } from "../../../estimate/tokenCosts.ts";

/** Token cost 1, for a part of a plan that does not depart from the reference (synchronous AdamW in bf16). */
export const noCost = <N>(one: N): TokenCost<N> => ({
  ...{ factor: one, low: one, high: one },
  ...{ departs: false, outside: [] },
});

/** Number of a plan, and the range of values in which its token cost was measured. */
export interface Range<N> {
  /** Range in words: "1 to 8 islands". */
  readonly what: string;
  readonly value: N;
  readonly least?: number;
  readonly most?: number;
}

/**
 * Returns a sentence that names the measured ranges in which the plan's numbers do not lie; empty where they lie in all
 * ranges.
 */
export function outside<N>(
  alg: Algebra<N>,
  law: string,
  source: string,
  ranges: readonly Range<N>[],
): readonly string[] {
  const end = (n: number): N => alg.constant("end of what was measured", n, "1", source);
  const left = ranges.filter(
    ({ value, least, most }) =>
      (least !== undefined && alg.less(value, end(least))) ||
      (most !== undefined && alg.less(end(most), value)),
  );
  if (left.length === 0) return [];
  const ends = left.map(({ what }) => what).join(", ");
  return [`The token factor of ${law} is extrapolated beyond the measurements: ${ends} (${source}).`];
}
