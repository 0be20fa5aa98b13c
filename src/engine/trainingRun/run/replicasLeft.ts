import { crowdedRate, shrunkRate } from "../../formulas/run/reliability.ts";
import type { Plan } from "../../scenario/plan.ts";

/** Complete replicas when `missing` nodes are missing: each node beyond the spares stops one. */
export const replicasLeft = (dp: number, spares: number, missing: number): number =>
  dp - Math.max(0, missing - spares);

/**
 * Rate of an elastic run ÷ its rate with all nodes, indexed by the number of missing nodes, up to a
 * standstill.
 */
export function ratesLeft(
  { dp: d, numMicroBatches: m }: Plan,
  batch: "kept" | "smaller",
  spares: number,
): readonly number[] {
  return Array.from({ length: spares + d }, (_, missing) => {
    const n_a = replicasLeft(d, spares, missing);
    return batch === "kept"
      ? crowdedRate.evaluate({ c_n: 1, m, d, n_a })
      : shrunkRate.evaluate({ c_n: 1, n_a, d });
  });
}
