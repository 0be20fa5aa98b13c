import type { Breakdown } from "../../../engine/estimate/breakdown.ts";
import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";

/** Share of a backward pass that recomputation takes. */
export function recomputeShare({ numMicroBatches }: Plan, { time }: Estimate): number {
  const find = (tree: Breakdown): number =>
    tree.name === "time.recompute" ? tree.value : tree.parts.reduce((sum, part) => sum + find(part), 0);
  const share = find(time.step) / (numMicroBatches * time.backward);
  return Number.isFinite(share) ? Math.min(1, share) : 0;
}
