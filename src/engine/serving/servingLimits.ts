import type { Limits } from "../core/limit.ts";

/** Models that do not generate token by token, and so are not served. */
export const servingLimits: Limits = {
  of: "Serving",
  limits: [
    {
      fields: ["model.encoder"],
      what: "serving an encoder and a decoder",
      why: "it has two caches, and only one grows with the output",
      instead: "remove `plan.serve`: training this model is modelled",
      asked: ({ model }) => model.encoder !== null,
    },
    {
      fields: ["model.vision"],
      what: "serving a model with a vision encoder",
      why: "how many images a request has, and when they are encoded, has no fields",
      instead: "remove `plan.serve`, or serve the language model alone",
      asked: ({ model }) => model.vision !== null,
    },
    {
      fields: ["model.mask"],
      what: "serving a model whose tokens see all others",
      why: "it does not generate token by token",
      instead: "remove `plan.serve`: training this model is modelled",
      asked: ({ model }) => model.encoder === null && model.mask !== "causal",
    },
  ],
};
