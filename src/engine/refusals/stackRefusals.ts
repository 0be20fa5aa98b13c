import type { Model } from "../scenario/model.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Refusal } from "../scenario.ts";
import { error } from "./refusal.ts";

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
  if (model.encoder && plan.pp > 1)
    refuse("plan.pp", "an encoder and a decoder over pipeline stages", "`tp`, `dp` and `zero` are");
  if (model.encoder && plan.cp > 1)
    refuse("plan.cp", "context parallelism of attention to an encoder", "`tp` is");
  if (model.encoder && model.attention.kind === "mla")
    refuse("model.attention", "multi-head latent attention to an encoder", "`mha`, `gqa` and `mqa` are");
  if (model.encoder && plan.sequenceParallel && plan.encoderSeqLen % plan.tp !== 0)
    found.push(
      error("seq-not-divisible", ["plan.encoder_seq_len", "plan.tp"], {
        ...{ seq_len: plan.encoderSeqLen, degree: plan.tp, field: "tp" },
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
