import type { Limit, Limits } from "../../core/limit.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Compression } from "../../scenario/sync.ts";
import { expertLayers } from "../model/layerKinds.ts";

const limit = (
  field: string,
  what: string,
  why: string,
  instead: string,
  met: (kind: Compression["kind"], scenario: Scenario) => boolean | string,
): Limit => ({
  fields: [...new Set([field, "plan.compression"])],
  ...{ what, why, instead },
  asked: (scenario) => {
    const { compression } = scenario.plan;
    return compression !== null && met(compression.kind, scenario);
  },
});

/**
 * True where all replicas exchange gradients in every step, so that ZeRO shards what compression sends. False
 * where islands train alone: the exchange between islands is outside ZeRO's sharding.
 */
const meetsInSteps = ({ plan }: Scenario): boolean => plan.sync.kind === "synchronous";

/** Combinations of gradient compression with other settings of a plan that are invalid or were not shown to train. */
export const compressionLimits: Limits = {
  of: "Compressed gradients",
  limits: [
    limit(
      "plan.zero",
      "`one_bit` under ZeRO",
      "its error feedback needs the whole momentum on every rank",
      "set `zero = 0`: every rank compresses the whole momentum (arXiv:2102.02888)",
      (kind, scenario) =>
        meetsInSteps(scenario) &&
        kind === "one_bit" &&
        scenario.plan.zero > 0 &&
        `\`one_bit\` under ZeRO ${scenario.plan.zero}`,
    ),
    limit(
      "plan.zero",
      "`top_k` and `power_sgd` of gradients that are sharded",
      "their error feedback needs whole gradients on every rank",
      "use `zero = 1` over all replicas, or `quantised` (ZeRO++, arXiv:2306.10209)",
      (kind, scenario) =>
        meetsInSteps(scenario) &&
        (kind === "top_k" || kind === "power_sgd") &&
        (scenario.plan.zero > 1 || scenario.plan.dpShard < scenario.plan.dp) &&
        `\`${kind}\` of gradients that are sharded`,
    ),
    limit(
      "plan.finetune",
      "low-rank approximation of low-rank adapters",
      "the adapters' rank is hardly above that of the approximation",
      "use `quantised`",
      (kind, { plan }) => kind === "power_sgd" && plan.lora !== null,
    ),
    limit(
      "plan.compression",
      "`power_sgd` of a mixture of experts",
      "no such training was published: few tokens reach an expert in a step",
      "use `quantised`",
      (kind, { model }) => kind === "power_sgd" && expertLayers(model) > 0,
    ),
  ],
};
