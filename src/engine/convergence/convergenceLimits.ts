import { countParams } from "../model/params.ts";
import { numbers } from "../numbers.ts";
import type { Limits } from "../refusals/limit.ts";
import { curveOf } from "./scalingLaw.ts";

/** Losses that no law tells. */
export const convergenceLimits: Limits = {
  of: "Losses to reach",
  limits: [
    {
      fields: ["plan.target_loss", "plan.scaling_law"],
      what: "a loss to reach without a scaling law",
      why: "nothing else says how many tokens it takes",
      instead: "with `scaling_law = chinchilla_refit` it is",
      asked: ({ plan: { targetLoss, scalingLaw } }) => targetLoss !== null && scalingLaw === null,
    },
    {
      fields: ["plan.target_loss", "plan.scaling_law"],
      what: "the loss of a mixture of experts by a law that was fitted on dense models",
      why: "its parameters are worth less than a dense model's, by how much the law does not say",
      instead: "`scaling_law = power_law(..)` with a fit of your own is",
      asked: ({ model, plan }) => {
        const { targetLoss, scalingLaw } = plan;
        if (targetLoss === null || scalingLaw === null) return false;
        const known = curveOf(numbers, { model, plan }, countParams(numbers, model));
        return (
          known === null &&
          `the loss of a mixture of experts by \`${scalingLaw.name}\`, which was fitted on dense models,`
        );
      },
    },
  ],
};
