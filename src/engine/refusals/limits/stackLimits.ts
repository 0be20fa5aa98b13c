import type { Limit, Limits } from "../../core/limit.ts";
import { traitsOfAttention } from "../../scenario/attentionKinds.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { splitText } from "../../scenario/split.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { encoderStages } from "../../trainingStep/model/encoderStages.ts";

const limit = (
  field: string,
  what: string,
  why: string,
  instead: string,
  met: (scenario: Scenario) => boolean | string,
): Limit => ({
  ...{ fields: [field, "model.encoder"], what, why, instead },
  asked: (scenario) => scenario.model.encoder !== null && met(scenario),
});

/** Combinations with an encoder and a decoder that are not modelled. */
export const stackLimits: Limits = {
  of: "Encoders and decoders",
  limits: [
    limit(
      "plan.schedule",
      "an encoder and a decoder under schedules with several chunks per stage, with separate passes for weight gradients, or that never drain",
      "the encoder output would pass a stage several times; Megatron-LM also rejected virtual stages",
      "use `1f1b` or `gpipe`, with one chunk per stage",
      ({ plan }) => {
        const { splits, drains } = traitsOf(plan.schedule);
        const other = plan.pp > 1 && (splits || !drains || chunksPerStage(plan) > 1);
        return other && `an encoder and a decoder under \`${plan.schedule}\``;
      },
    ),
    limit(
      "plan.split",
      "an encoder and a decoder split other than `even` or `uneven`",
      "the other splits balance the ends of a single stack",
      "use `split = even` or `split = uneven`",
      ({ plan: { pp, split } }) =>
        pp > 1 &&
        split !== "even" &&
        split !== "uneven" &&
        `an encoder and a decoder split \`${splitText(split)}\``,
    ),
    limit(
      "plan.encoder_stages",
      "an encoder on all stages",
      "no stage holds layers of both stacks",
      "use fewer encoder stages than `pp`: the decoder needs the others",
      ({ model, plan }) => {
        const first = encoderStages(model, plan);
        return plan.pp > 1 && first >= plan.pp && `an encoder on ${first} of ${plan.pp} stages`;
      },
    ),
    limit(
      "model.attention",
      "multi-head latent attention to an encoder",
      "its compressed keys and values would come from two stacks, and no such layout was published",
      "use `mha`, `gqa` or `mqa`",
      ({ model }) => !traitsOfAttention(model.attention).toEncoder,
    ),
  ],
};
