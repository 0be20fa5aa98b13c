import type { Limits } from "../refusals/limit.ts";

/** Plans that train no adapters. */
export const loraLimits: Limits = {
  of: "Low-rank adapters",
  limits: [
    {
      fields: ["plan.finetune"],
      what: "LoRA with offloaded weights",
      why: "frozen weights on a host are neither updated nor, when quantised, of one format",
      instead: "`zero = 3` without is",
      asked: ({ plan }) => plan.lora !== null && plan.stateOffload.weights !== "none",
    },
  ],
};
