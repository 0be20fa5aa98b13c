import { notModelled } from "../core/limit.ts";
import { error } from "../core/refusal.ts";
import type { Model } from "../scenario/model.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { sequenceSplit } from "./divisible/sequenceSplit.ts";
import { stackLimits } from "./limits/stackLimits.ts";

/** Refusals of models with an encoder and a decoder, and of image models. */
export function stackRefusals(scenario: Scenario): readonly Refusal[] {
  const { model, plan } = scenario;
  return [...notModelled(stackLimits, scenario), ...encoded(model, plan), ...images(model, plan)];
}

/** Refusal of an encoder sequence that does not divide over its ranks, as for the decoder's. */
function encoded({ encoder }: Model, plan: Plan): readonly Refusal[] {
  const undivided = encoder && sequenceSplit(plan, plan.encoderSeqLen);
  if (!undivided) return [];
  const params = { seq_len: plan.encoderSeqLen, of: "encoder_seq_len", ...undivided.params };
  return [error("seq-not-divisible", ["plan.encoder_seq_len", ...undivided.fields], params)];
}

/** Refusal of a sequence length other than an image's number of patches plus further tokens. */
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
