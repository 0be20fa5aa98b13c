import type { Plan } from "../../engine/scenario/plan.ts";
import { plain } from "../numbers/number.ts";
import { recomputeText, scheduleText } from "./planText.ts";

/**
 * Facts about a plan that `planText` leaves out, in a few words each, most informative first (for
 * `distinctLabels`). null for a feature that the plan does not use. Each index has one meaning for all plans.
 */
export function planFacts(plan: Plan): readonly (string | null)[] {
  const { recompute, offload, offloadLayers, stateOffload, precision, overlap } = plan;
  const { optimizer, weights } = stateOffload;
  const hidden = Object.entries(overlap).flatMap(([name, on]) => (on ? [name] : []));
  return [
    recompute.kind === "none" ? null : `recompute ${recomputeText(recompute)}`,
    `micro-batch ${plain(plan.microBatch)}`,
    plan.pp > 1 ? scheduleText(plan) : null,
    offload === "none"
      ? null
      : `offload ${offload}${offloadLayers === null ? "" : ` of ${plain(offloadLayers)} layers`}`,
    plan.sequenceParallel ? "sequence parallel" : null,
    precision.name,
    optimizer === "none" ? null : `optimizer on ${optimizer}`,
    weights === "none" ? null : `weights on ${weights}`,
    plan.etp === plan.tp ? null : `etp ${plain(plan.etp)}`,
    plan.cp > 1 ? plan.cpType.replace("_", "-") : null,
    plan.framework.name,
    plan.optimizer,
    `overlap ${hidden.length === 0 ? "none" : hidden.join(", ")}`,
  ];
}
