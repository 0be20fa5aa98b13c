import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Model, Vision } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { stepFlops } from "../../../../src/engine/trainingStep/compute/work.ts";
import { context } from "../../../../src/engine/trainingStep/model/layerContext.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { stageParams } from "../../../../src/engine/trainingStep/model/stageParams.ts";
import { pipelineSends } from "../../../../src/engine/trainingStep/parallel/pipelineSends.ts";
import { estimated } from "../../support/estimated.ts";
import { adapters, gpt, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [h, hv, wide] = [2048, 512, 3000];
const patches = { image: 224, patch: 14, channels: 3, extra: 1 };
const encoder = gpt(4, hv, 8, { patches, mask: "bidirectional", dropout: false, vocab: 1000 });
const text = llama(8, h, 16, 8, 8192, 32_000);
const vision: Vision = { encoder, images: 2, merge: 4, hidden: wide };
const model: Model = { ...text, vision };
const at = (change: Partial<Plan>, of = model): Scenario => {
  const p = plan({ dp: 2, microBatch: 1, globalBatch: 32, numMicroBatches: 16, seqLen: 1024, ...change });
  return scenario(of, selene(1, undefined, { devices: p.tp * p.cp * p.pp * p.dp }), p);
};
const of = (change: Partial<Plan> = {}, model?: Model): Estimate => estimated(at(change, model));
/** Model FLOPs of a step. */
function flops(change: Partial<Plan> = {}, model?: Model): number {
  const on = at(change, model);
  const ctx = context(numbers, on, stageLayouts(on.model, on.plan) ?? []);
  return stepFlops(ctx, stageParams(ctx)).model;
}
const images = (change: Partial<Vision>): Model => ({ ...text, vision: { ...vision, ...change } });

const projector = (4 * hv + 1) * wide + (wide + 1) * h;
const tower = of({ seqLen: 257 }, encoder).params.value - 1000 * (hv + 1);

describe("a vision encoder joined to a language model", () => {
  test("its parameters are the encoder's without its head, the projector's and the language model's", () => {
    expect(of().params.value).toBeCloseTo(of({}, text).params.value + tower + projector, 3);
    const linear = of({}, images({ hidden: null })).params.value;
    expect(of().params.value - linear).toBeCloseTo(projector - (4 * hv + 1) * h, 3);
  });

  test("every image is encoded once, forward and backward", () => {
    const none = flops({}, images({ images: 0 }));
    const one = flops({}, images({ images: 1 })) - none;
    expect(flops({}, images({ images: 3 })) - none).toBeCloseTo(3 * one, -3);
    // Per image: layers by 2 x parameters x tokens, attention cores, patches and projector; three times over.
    const layers = 4 * (2 * 257 * 12 * hv * hv + 4 * 257 * 257 * hv);
    const ends = 2 * 257 * 588 * hv + 2 * 64 * wide * (4 * hv + h);
    expect(one / 32 / 3 / (layers + ends)).toBeCloseTo(1, 6);
  });

  test("a frozen encoder has no gradients, no saved activations and a third of its FLOPs", () => {
    const [all, some] = [of(), of({ frozen: ["vision"] })];
    expect(some.trainedParams).toBeCloseTo(all.params.value - tower, 3);
    expect(some.memory.gradients).toBeCloseTo(all.memory.gradients - 2 * tower, 0);
    expect(some.memory.weights).toBe(all.memory.weights);
    expect(some.memory.activations).toBeLessThan(all.memory.activations);
    const bare = flops({}, images({ images: 0 }));
    const share = (flops({ frozen: ["vision"] }) - bare) / (flops() - bare);
    expect(share).toBeGreaterThan(1 / 3);
    expect(share).toBeLessThan(0.5);
    expect(some.time.step.value).toBeLessThan(all.time.step.value);
  });

  test("a frozen language model passes gradients on, and only the projector is trained", () => {
    const stage = of({ frozen: ["vision", "language"] });
    expect(stage.trainedParams).toBe(projector);
    expect(stage.memory.gradients).toBeCloseTo(2 * projector, 0);
    expect(stage.memory.optimizer).toBeCloseTo(12 * projector, 0);
    const both = of({ frozen: ["vision"] });
    expect(flops({ frozen: ["vision", "language"] }) / flops({ frozen: ["vision"] })).toBeCloseTo(2 / 3, 1);
    expect(stage.time.step.value).toBeLessThan(both.time.step.value);
  });

  test("the encoder is on the first stage, or on stages of its own", () => {
    const layers = (change: Partial<Plan>) =>
      of({ dp: 1, ...change }).stages.map(({ layers, embedding }) => [layers, embedding]);
    expect(layers({ pp: 2 })).toEqual([
      [8, true],
      [4, false],
    ]);
    expect(layers({ pp: 3, encoderStages: 1 })).toEqual([
      [4, false],
      [4, true],
      [4, false],
    ]);
  });

  test("stages of its own send image tokens, without gradients where it is frozen", () => {
    const sent = (frozen: Plan["frozen"]) => {
      const on = at({ dp: 1, pp: 3, encoderStages: 1, frozen });
      const ctx = context(numbers, on, stageLayouts(on.model, on.plan) ?? []);
      const [first] = ctx.layouts;
      return first ? pipelineSends(ctx, first, 0).map(({ what, bytes }) => [what, bytes]) : [];
    };
    // Two images of 64 tokens each, in 2 bytes.
    const bytes = 2 * 2 * 64 * h;
    expect(sent([])).toEqual([["image tokens and their gradients", bytes]]);
    expect(sent(["vision", "projector"])).toEqual([["image tokens", bytes]]);
  });

  test("explain names the encoder's own fields", () => {
    const answer = explainScenario(at({}));
    const text = answer.ok ? JSON.stringify(answer.estimate.params) : "";
    expect(text).toContain("model.vision.encoder.d_model");
    expect(text).toContain("model.vision.projector");
  });

  test.each<[string, Partial<Plan>]>([
    ["plan.cp", { cp: 2, dp: 1 }],
    ["plan.finetune", { lora: adapters }],
    ["plan.seq_len", { seqLen: 64 }],
    ["plan.frozen", { frozen: ["vision", "projector", "language"] }],
    ["plan.documents", { documents: { meanTokens: 100, variation: 1 } }],
    ["plan.encoder_stages", { pp: 2, dp: 1, encoderStages: 2 }],
  ])("refused: %s", (field, change) => {
    const answer = estimate(at(change));
    const found = answer.ok ? [] : answer.refusals.map(({ fields }) => fields[0]);
    expect(found).toContain(field);
  });
});
