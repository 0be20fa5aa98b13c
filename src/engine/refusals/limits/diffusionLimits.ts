import type { Limit, Limits } from "../../core/limit.ts";
import type { Scenario } from "../../scenario/scenario.ts";

const limit = (
  field: string,
  what: string,
  why: string,
  instead: string,
  met: (scenario: Scenario) => boolean,
): Limit => ({
  ...{ fields: [field, "model.conditioning"], what, why, instead },
  asked: (scenario) => scenario.model.conditioning !== null && met(scenario),
});

/** Combinations with a diffusion transformer that are not modelled. */
export const diffusionLimits: Limits = {
  of: "Diffusion transformers",
  limits: [
    limit(
      "model.input",
      "a diffusion transformer that reads no patches, or masks some of them",
      "DiT and PixArt read patches of latent images, which all see each other",
      "set `input = patches(..)` and `mask = bidirectional`",
      ({ model }) => model.patches === null || model.mask !== "bidirectional",
    ),
    limit(
      "model.encoder",
      "a diffusion transformer with an encoder that is trained",
      "texts are given as features of a frozen encoder",
      "use `adaln(text_width = ..)` in place of `encoder`",
      ({ model }) => model.encoder !== null,
    ),
    limit(
      "plan.cp",
      "context parallelism with attention to a text",
      "stacks differ in whether the text is divided too",
      "use `cp = 1`, and `tp` or `dp`",
      ({ model, plan }) => plan.cp > 1 && (model.conditioning?.text ?? null) !== null,
    ),
    limit(
      "plan.target_loss",
      "the loss of a diffusion transformer",
      "scaling laws of language models do not hold for it",
      "remove `target_loss`: the step and a run of given `tokens` are modelled",
      ({ plan }) => plan.targetLoss !== null,
    ),
  ],
};
