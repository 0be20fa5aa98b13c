import { error } from "../../core/refusal.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { isListed, splitText } from "../../scenario/split.ts";
import { chunksPerStage, modelPieces } from "../../schedules/pieces.ts";
import { encoderStages } from "../../trainingStep/model/encoderStages.ts";
import { hasAttention, layerKinds, patternParts } from "../../trainingStep/model/layerKinds.ts";
import { type ModelPart, stackedLayers } from "../../trainingStep/model/modelParts.ts";

/** Refusals of a layer pattern that names something the model lacks. */
export function pattern(scenario: Scenario, part: ModelPart): readonly Refusal[] {
  const { model } = part;
  const wrong = (field: string, problem: string): readonly Refusal[] => [
    error("pattern-not-possible", [`model.${field}`, "model.pattern"], { problem }),
  ];
  const unknown = model.pattern?.find((one) => !patternParts.has(one));
  if (unknown !== undefined) {
    const known = [...patternParts.keys()].filter((one) => one.length === 1).map((one) => `\`${one}\``);
    return wrong("pattern", `\`${unknown}\` is no letter of a pattern; these are: ${known.join(", ")}`);
  }
  const held = layerKinds(scenario.model).filter((kind) => kind.part === part);
  if (held.some(hasAttention) && model.attention.heads === 0)
    return wrong("attention", "layers have attention, and `attention` is none");
  if (held.some(({ mixer }) => mixer === "recurrent") && !model.recurrent)
    return wrong("recurrent", "layers are recurrent, and `recurrent` is none");
  if (held.some(({ feedForward }) => feedForward === "experts") && model.mlp.kind !== "moe")
    return wrong("mlp", "layers have experts, and `mlp` is no mixture of experts");
  const width = model.mlp.kind === "moe" ? model.mlp.expert.dFf : model.mlp.dFf;
  if (held.some(({ feedForward }) => feedForward !== "none") && width === 0)
    return wrong("mlp", "layers have a feed-forward, and `mlp` is none");
  return [];
}

/** Refusals of layers that do not divide over stages and their chunks. */
export function layerCount(
  { model, plan }: Scenario,
  layouts: readonly StageLayout[] | null,
): readonly Refusal[] {
  if (layouts) return [];
  const { pp, split } = plan;
  if (isListed(split)) {
    const stack = stackedLayers(model);
    const params = { list: split.join(", "), layers: stack, pp, chunks: chunksPerStage(plan) };
    return [error("split-not-possible", ["plan.split", "plan.pp", "plan.vpp", "model.layers"], params)];
  }
  const first = encoderStages(model, plan);
  if (model.vision && first > 0) {
    if (first >= pp) return [];
    return [
      { stack: "vision encoder", layers: model.vision.encoder.layers, pp: first },
      { stack: "language model", layers: model.layers, pp: pp - first },
    ]
      .filter((one) => one.layers % one.pp !== 0)
      .map((one) => error("not-divisible", ["plan.encoder_stages", "plan.pp"], { ...one, vpp: 1 }));
  }
  if (first === 0 || !model.encoder) {
    const params = { layers: model.layers, pp, vpp: modelPieces(plan) / pp, split: splitText(split) };
    return [error("not-divisible", ["plan.pp", "plan.vpp", "model.layers"], params)];
  }
  const stacks = [
    { stack: "encoder", layers: model.encoder.layers, pp: first },
    { stack: "decoder", layers: model.layers, pp: pp - first },
  ];
  // A plan without a stage for the decoder is refused in stackRefusals.ts.
  if (first >= pp) return [];
  return stacks
    .filter((one) => one.layers % one.pp !== 0)
    .map((one) => error("not-divisible", ["plan.encoder_stages", "plan.pp"], { ...one, vpp: 1 }));
}
