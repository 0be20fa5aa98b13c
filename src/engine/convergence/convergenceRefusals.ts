import { countParams } from "../model/params.ts";
import { numbers } from "../numbers.ts";
import { notModelled } from "../refusals/limit.ts";
import { error } from "../refusals/refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { convergenceLimits } from "./convergenceLimits.ts";
import { curveOf } from "./scalingLaw.ts";

/** A loss that the scaling law gives no tokens for. */
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
