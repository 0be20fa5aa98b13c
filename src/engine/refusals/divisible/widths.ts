import { error } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import type { ModelPart } from "../../trainingStep/model/modelParts.ts";

/** Refusals of feed-forward widths that do not divide over tensor-parallel ranks. */
export function widths({ plan }: Scenario, { model: { mlp } }: ModelPart): readonly Refusal[] {
  const found: Refusal[] = [];
  const width = (field: string, value: number, degree: "tp" | "etp"): void => {
    if (value % plan[degree] === 0) return;
    const params = { field: "d_ff", value, tp: plan[degree], degree };
    found.push(error("width-not-divisible", [`plan.${degree}`, `model.${field}`], params));
  };
  if (mlp.kind !== "moe") width("mlp.d_ff", mlp.dFf, "tp");
  else {
    if (mlp.dense) width("mlp.dense.d_ff", mlp.dense.dFf, "tp");
    if (mlp.shared > 0) width("mlp.shared_d_ff", mlp.shared * mlp.sharedDff, "tp");
    width("mlp.expert.d_ff", mlp.expert.dFf, "etp");
  }
  return found;
}
