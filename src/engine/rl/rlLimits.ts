import type { Limits } from "../core/limit.ts";

/** Models and plans for which RL post-training is not modelled. */
export const rlLimits: Limits = {
  of: "RL post-training",
  limits: [
    {
      fields: ["plan.rl", "model.mask"],
      what: "RL post-training of a model that does not generate token by token",
      why: "its rollout has no decoding",
      instead: "remove `plan.rl`: training this model is modelled",
      asked: ({ model, plan }) => plan.rl !== null && (model.encoder !== null || model.mask !== "causal"),
    },
    {
      fields: ["plan.rl", "model.vision"],
      what: "RL post-training of a model with a vision encoder",
      why: "the images of prompts have no fields",
      instead: "describe the language model alone",
      asked: ({ model, plan }) => plan.rl !== null && model.vision !== null,
    },
    {
      fields: ["plan.rl", "plan.sync"],
      what: "RL post-training with replicas that do not synchronise in every step",
      why: "an engine would have the weights of one replica",
      instead: "remove `plan.sync`",
      asked: ({ plan }) => plan.rl !== null && plan.sync.kind !== "synchronous",
    },
  ],
};
