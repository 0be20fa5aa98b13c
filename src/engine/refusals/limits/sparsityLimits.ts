import type { Limit, Limits } from "../../core/limit.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { keepsByOperator } from "../../trainingStep/kernels/recomputed.ts";
import { expertLayers } from "../../trainingStep/model/layerKinds.ts";

/** Generations of devices with sparse tensor cores, as `device.architecture` names them (arXiv:2104.08378, section 3). */
const SPARSE: ReadonlySet<string> = new Set([
  ...["ampere", "ampere_rtx", "ada", "hopper", "blackwell", "blackwell_rtx"],
]);

const limit = (
  field: string,
  what: string,
  why: string,
  instead: string,
  met: (scenario: Scenario) => boolean,
): Limit => ({
  ...{ fields: ["plan.sparsity", field], what, why, instead },
  asked: (scenario) => scenario.plan.sparsity !== null && met(scenario),
});

/** Combinations with 2:4 sparse feed-forwards that are not modelled. */
export const sparsityLimits: Limits = {
  of: "Sparse weights",
  limits: [
    limit(
      "cluster.device",
      "2:4 sparse matmuls on devices without sparse tensor cores",
      "only NVIDIA's devices from Ampere on are known to train with them",
      "use a device of Ampere or later, or remove `sparsity`",
      ({ cluster }) => !SPARSE.has(cluster.device.architecture ?? "none"),
    ),
    limit(
      "plan.precision",
      "2:4 sparse matmuls in other formats than bf16 and fp16",
      "training with them was measured in 16 bits only",
      "use `precision = bf16` or `fp16`",
      ({ plan }) => plan.precision.compute !== "bf16" && plan.precision.compute !== "fp16",
    ),
    limit(
      "model.mlp",
      "2:4 sparse experts",
      "grouped matmuls of experts have no published sparse kernels",
      "use a dense feed-forward, or remove `sparsity`",
      ({ model }) => expertLayers(model) > 0,
    ),
    limit(
      "plan.recompute",
      "2:4 sparse weights under recomputation by operator",
      "which of their results are saved is not known",
      "use `recompute = full` or `selective(..)` of modules",
      ({ plan }) => keepsByOperator(plan.recompute),
    ),
    limit(
      "plan.finetune",
      "2:4 sparse weights with LoRA",
      "frozen weights would be pruned once, and no such recipe was published",
      "remove `finetune` or `sparsity`",
      ({ plan }) => plan.lora !== null,
    ),
  ],
};
