import { crowdedRate, shrunkRate } from "../../formulas/run/reliability.ts";
import type { Plan } from "../../scenario/plan.ts";

/** Replicas that miss no node when so many nodes are missing: each node beyond the spares stops one. */
export const replicasLeft = (dp: number, spares: number, missing: number): number =>
  dp - Math.max(0, missing - spares);

/** The rate of an elastic run over its rate with all nodes, by the nodes that are missing: from none to where it stands still. */
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
