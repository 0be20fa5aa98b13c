import { notModelled } from "../../core/limit.ts";
import { numbers } from "../../core/numbers.ts";
import { error } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { countParams } from "../../trainingStep/model/params.ts";
import { convergenceLimits } from "./convergenceLimits.ts";
import { curveOf } from "./tokens/scalingLaw.ts";

/** Refusals of target losses that the scaling law cannot reach. */
export function convergenceRefusals(scenario: Scenario): readonly Refusal[] {
  const { model, plan } = scenario;
  const { targetLoss, scalingLaw } = plan;
  if (targetLoss === null) return [];
  const fields = ["plan.target_loss", "plan.scaling_law"];
  const counted = countParams(numbers, model);
  const curve = scalingLaw && curveOf(numbers, { model, plan }, counted);
  const refused = notModelled(convergenceLimits, scenario);
  if (!scalingLaw || !curve || refused.length > 0) return refused;
  if (targetLoss > curve.floor) return [];
  const params = { loss: targetLoss, floor: curve.floor, params: counted.active, law: scalingLaw.name };
  return [error("loss-out-of-reach", fields, params)];
}
