import type { Conflict } from "../../scenario/abilities.ts";
import type { Field } from "../../scenario/field.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { hasExperts } from "./lacks.ts";

/** Two features that a framework may support separately but not together. */
interface Pair {
  readonly fields: readonly string[];
  readonly reads: readonly Field[];
  readonly what: string;
  readonly asks: (scenario: Scenario) => boolean;
}

export const conflicts: Readonly<Record<Conflict, Pair>> = {
  pp_zero_2: {
    fields: ["plan.zero", "plan.pp"],
    reads: ["zero", "pp"],
    what: "a pipeline with ZeRO 2",
    asks: ({ plan }) => plan.pp > 1 && plan.zero === 2,
  },
  pp_zero_3: {
    fields: ["plan.zero", "plan.pp"],
    reads: ["zero", "pp"],
    what: "a pipeline with ZeRO 3",
    asks: ({ plan }) => plan.pp > 1 && plan.zero === 3,
  },
  tp_zero_3: {
    fields: ["plan.tp", "plan.zero"],
    reads: ["zero", "tp"],
    what: "tensor parallelism with ZeRO 3",
    asks: ({ plan }) => plan.tp > 1 && plan.zero === 3,
  },
  cp_zero_0: {
    fields: ["plan.zero", "plan.cp"],
    reads: ["zero", "cp"],
    what: "context parallelism with ZeRO 0",
    asks: ({ plan }) => plan.cp > 1 && plan.zero === 0,
  },
  ranks_unsharded: {
    fields: ["plan.zero", "plan.cp", "plan.ep"],
    reads: ["model", "zero", "cp", "ep"],
    what: "context or expert parallelism without ZeRO 3",
    asks: ({ model, plan }) => plan.zero !== 3 && (plan.cp > 1 || (plan.ep > 1 && hasExperts(model))),
  },
  moe_without_sp: {
    fields: ["plan.sequence_parallel", "plan.tp", "model.mlp"],
    reads: ["model", "tp", "sequenceParallel"],
    what: "experts under tensor parallelism without sequence parallelism",
    asks: ({ model, plan }) => plan.tp > 1 && !plan.sequenceParallel && hasExperts(model),
  },
  state_apart: {
    fields: ["plan.offload_optimizer", "plan.offload_weights"],
    reads: ["stateOffload", "zero"],
    what: "an offloaded optimizer without offloaded weights, or offloaded weights without the optimizer",
    asks: ({ plan: { stateOffload, zero } }) => zero >= 2 && stateOffload.optimizer !== stateOffload.weights,
  },
};
