import type { Limit, Limits } from "../../core/limit.ts";
import type { Model } from "../../scenario/model.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { chunksPerStage, pipelineCopies } from "../../schedules/pieces.ts";
import { encoderStages } from "../../trainingStep/model/encoderStages.ts";
import { splitsKinds } from "../../trainingStep/model/plannedKinds.ts";

const beside = (
  field: string,
  what: string,
  why: string,
  instead: string,
  met: (scenario: Scenario) => boolean,
): Limit => ({
  ...{ fields: [field, "model.vision"], what, why, instead },
  asked: (scenario) => scenario.model.vision !== null && met(scenario),
});

const plain = ({ encoder, blocks, pattern, vision, mtp, mlp, patches }: Model): boolean =>
  patches !== null && !encoder && !blocks && !pattern && !vision && mtp === 0 && mlp.kind !== "moe";

/** Combinations with a vision encoder that are not modelled. */
export const visionLimits: Limits = {
  of: "Vision encoders",
  limits: [
    beside(
      "model.vision.encoder",
      "a vision encoder other than a plain stack of layers over image patches",
      "published encoders are such stacks",
      "give the encoder `input = patches(..)`, and no experts, blocks, pattern or encoder of its own",
      ({ model }) => model.vision !== null && !plain(model.vision.encoder),
    ),
    beside(
      "model.input",
      "a vision encoder beside a model that reads images or has an encoder itself",
      "image tokens join the sequence of a language model of one stack",
      "remove `encoder` or `input`",
      ({ model }) => model.encoder !== null || model.patches !== null || model.mask !== "causal",
    ),
    beside(
      "plan.cp",
      "context parallelism with a vision encoder",
      "stacks differ in whether images or their tokens are divided",
      "use `cp = 1`, and `tp` or `pp`",
      ({ plan }) => plan.cp > 1,
    ),
    beside(
      "plan.finetune",
      "LoRA of a model with a vision encoder",
      "recipes differ in which of its parts have adapters",
      "use `frozen = [vision]`, or describe the language model alone",
      ({ plan }) => plan.lora !== null,
    ),
    beside(
      "plan.documents",
      "packed documents with a vision encoder",
      "how many images a document has varies, and was not published",
      "remove `documents`: `images` is a mean over sequences",
      ({ plan }) => plan.documents !== null,
    ),
    beside(
      "plan.recompute",
      "recomputation of some layers of a model with a vision encoder",
      "its layers are of two stacks",
      "recompute all layers, or selected modules",
      ({ plan }) => splitsKinds(plan),
    ),
    beside(
      "plan.offload",
      "activations in host memory with a vision encoder",
      "which layers are copied is not known",
      "remove `offload`",
      ({ plan }) => plan.offload === "activations",
    ),
    beside(
      "plan.schedule",
      "a vision encoder under schedules of two copies of a pipeline",
      "the encoder would be on both ends",
      "use a schedule of one copy, such as `1f1b`",
      ({ plan }) => pipelineCopies(plan) > 1 || plan.schedule === "custom",
    ),
    beside(
      "plan.encoder_stages",
      "own stages of a vision encoder under several chunks per stage",
      "the encoder's result would pass a stage several times",
      "use `1f1b` or `gpipe`, or leave out `encoder_stages`",
      ({ model, plan }) => encoderStages(model, plan) > 0 && chunksPerStage(plan) > 1,
    ),
    beside(
      "plan.encoder_stages",
      "a vision encoder on all stages",
      "its own stages hold no layer of the language model",
      "use fewer encoder stages than `pp`",
      ({ model, plan }) => plan.pp > 1 && encoderStages(model, plan) >= plan.pp,
    ),
    beside(
      "plan.split",
      "lists of layers for stages of a model with a vision encoder",
      "a list would mix layers of two widths",
      "use `split = even` or `split = uneven`",
      ({ plan: { pp, split } }) => pp > 1 && split !== "even" && split !== "uneven",
    ),
    beside(
      "plan.seq_len",
      "images with more tokens than the sequence",
      "image tokens are part of `seq_len`",
      "raise `seq_len`, or lower `images`, `image` or raise `merge`",
      ({ model, plan }) => tokensOfImages(model) > plan.seqLen,
    ),
    beside(
      "plan.frozen",
      "a plan that freezes every part",
      "nothing is trained",
      "leave out `vision`, `projector` or `language` of `frozen`",
      ({ plan }) => new Set(plan.frozen).size === 3,
    ),
    beside(
      "plan.sync",
      "replicas that do not meet in every step, with frozen parts",
      "what such replicas exchange of frozen parts was not published",
      "use `sync = synchronous`, or train all parts",
      ({ plan }) => plan.frozen.length > 0 && plan.sync.kind !== "synchronous",
    ),
  ],
};

function tokensOfImages({ vision }: Model): number {
  const patches = vision?.encoder.patches;
  return vision && patches ? (vision.images * (patches.image / patches.patch) ** 2) / vision.merge : 0;
}
