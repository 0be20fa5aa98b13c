import type { Plan } from "../engine/scenario/plan.ts";
import { plain } from "./number.ts";
import { recomputeText, scheduleText } from "./planText.ts";

/**
 * What `planText` does not say of how a plan runs, each in a few words and what tells more first (`toldApart`); null for what is not done. As
 * many for every plan, at the same places.
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
