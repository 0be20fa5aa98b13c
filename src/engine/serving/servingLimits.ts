import type { Limits } from "../core/limit.ts";

/** Models that do not answer token by token. */
export const servingLimits: Limits = {
  of: "Serving",
  limits: [
    {
      fields: ["model.encoder"],
      what: "serving an encoder and a decoder",
      why: "its cache is of two kinds, one of which does not grow",
      instead: "training it is",
      asked: ({ model }) => model.encoder !== null,
    },
    {
      fields: ["model.mask"],
      what: "serving a model whose tokens see all others",
      why: "it does not answer token by token",
      instead: "training it is",
      asked: ({ model }) => model.encoder === null && model.mask !== "causal",
    },
  ],
};
