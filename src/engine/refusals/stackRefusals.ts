import { encoderStages } from "../model/encoderStages.ts";
import type { Model } from "../scenario/model.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Refusal } from "../scenario.ts";
import { chunksPerStage } from "../schedule.ts";
import { traitsOf } from "../schedules/traits.ts";
import { error } from "./refusal.ts";
import { sequenceSplit } from "./sequenceSplit.ts";

/** What keeps a model of two stacks, or one of images, from an answer. */
export function stackRefusals(model: Model, plan: Plan): readonly Refusal[] {
  return [...stacks(model, plan), ...images(model, plan)];
}

/** Plans for an encoder and a decoder, or for layers of several kinds, that the engine has no figures for. */
function stacks(model: Model, plan: Plan): readonly Refusal[] {
  const found: Refusal[] = [];
  const refuse = (field: string, what: string, instead: string): void => {
    found.push(error("not-modelled", [field, "model.encoder"], { what, instead }));
  };
  if (!model.encoder) return found;
  const { splits, drains } = traitsOf(plan.schedule);
  if (plan.pp > 1 && (splits || !drains || chunksPerStage(plan) > 1))
    refuse(
      "plan.schedule",
      `an encoder and a decoder under \`${plan.schedule}\``,
      "`1f1b` and `gpipe`, with one chunk a stage, are",
    );
  if (plan.pp > 1 && plan.split !== "even" && plan.split !== "uneven")
    refuse("plan.split", `an encoder and a decoder split \`${plan.split}\``, "`even` and `uneven` are");
  const first = encoderStages(model, plan);
  if (plan.pp > 1 && first >= plan.pp)
    refuse(
      "plan.encoder_stages",
      `an encoder on ${first} of ${plan.pp} stages`,
      "fewer than `pp` are: the decoder takes the others",
    );
  if (model.attention.kind === "mla")
    refuse("model.attention", "multi-head latent attention to an encoder", "`mha`, `gqa` and `mqa` are");
  const undivided = sequenceSplit(plan, plan.encoderSeqLen);
  if (undivided)
    found.push(
      error("seq-not-divisible", ["plan.encoder_seq_len", ...undivided.fields], {
        ...{ seq_len: plan.encoderSeqLen, ...undivided.params },
      }),
    );
  return found;
}

/** A sequence is an image: as many tokens as it has patches, and the further ones. */
function images({ patches }: Model, plan: Plan): readonly Refusal[] {
  if (!patches) return [];
  const { image, patch, extra } = patches;
  const tokens = (image / patch) ** 2 + extra;
  if (plan.seqLen === tokens) return [];
  return [
    error("tokens-not-image", ["plan.seq_len", "model.input"], {
      ...{ seq_len: plan.seqLen, image, patch, extra, tokens },
    }),
  ];
}
