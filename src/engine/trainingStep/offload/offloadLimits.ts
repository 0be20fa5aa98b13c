import type { Limits } from "../../core/limit.ts";
import { optimizerTraits } from "../inputs/optimizers.ts";

/** Combinations of offloaded state and other fields that are invalid or not modelled. */
export const offloadLimits: Limits = {
  of: "Offloaded state",
  limits: [
    {
      fields: ["plan.offload_weights"],
      what: "offloading weights under ZeRO 0 to 2",
      why: "every device holds all weights, so there is nothing to gather",
      instead: "set `zero = 3`",
      asked: ({ plan: { stateOffload, zero } }) =>
        stateOffload.weights !== "none" && zero < 3 && `offloading weights under ZeRO ${zero}`,
    },
    {
      fields: ["plan.offload_optimizer"],
      what: "an update by Muon or Shampoo on the host's processors",
      why: "their matmuls need a device: the rate of host processors for them is not known",
      instead: "use Adam, Adafactor, Lion or SGD",
      asked: ({ plan: { stateOffload, optimizer } }) => {
        const { matrices } = optimizerTraits[optimizer];
        const products = matrices !== null && matrices !== "factored";
        return (
          stateOffload.optimizer !== "none" &&
          products &&
          `an update by ${optimizer} on the host's processors`
        );
      },
    },
  ],
};
