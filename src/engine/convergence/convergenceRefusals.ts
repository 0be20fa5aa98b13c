import { countParams } from "../model/params.ts";
import { numbers } from "../numbers.ts";
import { error } from "../refusals/refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { curveOf } from "./scalingLaw.ts";

/** A loss that the scaling law gives no tokens for. */
export function convergenceRefusals({ model, plan }: Scenario): readonly Refusal[] {
  const { targetLoss, scalingLaw } = plan;
  if (targetLoss === null) return [];
  const fields = ["plan.target_loss", "plan.scaling_law"];
  const refuse = (what: string, instead: string): readonly Refusal[] => [
    error("not-modelled", fields, { what, instead }),
  ];
  if (scalingLaw === null)
    return refuse("a loss to reach without a scaling law", "with `scaling_law = chinchilla_refit` it is");
  const counted = countParams(numbers, model);
  const curve = curveOf(numbers, { model, plan }, counted);
  if (curve === null)
    return refuse(
      `the loss of a mixture of experts by \`${scalingLaw.name}\`, which was fitted on dense models,`,
      "`scaling_law = power_law(..)` with a fit of your own is",
    );
  if (targetLoss > curve.floor) return [];
  const params = { loss: targetLoss, floor: curve.floor, params: counted.active, law: scalingLaw.name };
  return [error("loss-out-of-reach", fields, params)];
}
