import { layersWith } from "../model/layerKinds.ts";
import type { Limit, Limits } from "../refusals/limit.ts";
import type { Scenario } from "../scenario.ts";
import { optimizerTraits } from "../step/optimizers.ts";

const limit = (
  what: string,
  why: string,
  instead: string,
  met: (scenario: Scenario) => boolean | string,
): Limit => ({
  ...{ fields: ["plan.finetune"], what, why, instead },
  asked: (scenario) => scenario.plan.lora !== null && met(scenario),
});

/** Models and plans that adapters cannot be put beside. */
export const loraLimits: Limits = {
  of: "Low-rank adapters",
  limits: [
    limit(
      "LoRA of an encoder and a decoder, or beside multi-token prediction",
      "which matrices of the second stack or of the further modules have adapters differs by library",
      "LoRA of one stack is",
      ({ model }) => model.encoder !== null || model.mtp > 0,
    ),
    limit(
      "LoRA of latent attention",
      "targets name queries, keys and values; latent attention has compressions and up-projections of them",
      "LoRA of grouped queries is",
      ({ model }) => model.attention.kind === "mla",
    ),
    limit(
      "LoRA of recurrent layers",
      "targets have no words for the projections of a recurrence",
      "LoRA of a model with attention alone is",
      ({ model }) => layersWith(model, ({ mixer }) => mixer === "recurrent") > 0,
    ),
    limit(
      "LoRA trained by an optimizer that looks at matrices",
      "its state and its products are known of whole matrices, not of adapters",
      "Adam, Lion or SGD is",
      ({ plan }) => optimizerTraits[plan.optimizer].matrices !== null && `LoRA trained by ${plan.optimizer}`,
    ),
    limit(
      "LoRA with offloaded weights",
      "frozen weights on a host are neither updated nor, when quantised, of one format",
      "`zero = 3` without is",
      ({ plan }) => plan.stateOffload.weights !== "none",
    ),
  ],
};
