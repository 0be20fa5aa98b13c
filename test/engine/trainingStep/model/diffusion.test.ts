import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Conditioning } from "../../../../src/engine/scenario/conditioning.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const [h, L] = [512, 4];
const byClass: Conditioning = { outputs: 8, shared: false, text: null };
const byText: Conditioning = { outputs: 8, shared: true, text: { tokens: 120, width: 4096 } };
const dit = (conditioning: Conditioning | null): Model =>
  gpt(L, h, 8, {
    ...{ patches: { image: 32, patch: 2, channels: 4, extra: 0 }, mask: "bidirectional", positions: "none" },
    ...{ dropout: false, vocab: 1000, conditioning },
  });
const at = (model: Model, change: Partial<Plan> = {}): Scenario => {
  const p = plan({ dp: 8, microBatch: 4, globalBatch: 64, seqLen: 256, ...change });
  return scenario(model, selene(1, undefined, { devices: p.tp * p.cp * p.pp * p.dp }), p);
};
const of = (model: Model, change?: Partial<Plan>): Estimate => estimated(at(model, change));

describe("diffusion transformers", () => {
  const layers = L * (12 * h * h + 9 * h);
  const head = 32 * (h + 1);
  const timestep = 256 * h + h + h * h + h;

  test("parameters with a class: DiT's, layer by layer", () => {
    const adaptive = L * (6 * h * h + 6 * h) + 2 * h * h + 2 * h;
    const ends = (4 * 4 + 1) * h + timestep + 1001 * h + head;
    expect(of(dit(byClass)).params.value).toBeCloseTo(layers + adaptive + ends, 3);
  });

  test("parameters with a text: PixArt's, with attention to the text and tables of modulations", () => {
    const adaptive = L * 6 * h + 6 * h * (h + 1) + 2 * h;
    const across = L * (4 * h * h + 4 * h);
    const text = 4096 * h + h + h * h + h;
    const ends = (4 * 4 + 1) * h + timestep + text + head;
    expect(of(dit(byText)).params.value).toBeCloseTo(layers + adaptive + across + ends, 3);
  });

  test("the parameters of all devices under tensor parallelism are the model's, without what each has whole", () => {
    const [one, two] = [of(dit(byClass)), of(dit(byClass), { tp: 2, dp: 4 })];
    expect(two.memory.weights).toBeGreaterThan(one.memory.weights / 2);
    expect(two.memory.weights).toBeLessThan(0.6 * one.memory.weights);
  });

  test("modulations cost time and memory", () => {
    const [with_, without] = [of(dit(byClass)), of(dit(null))];
    expect(with_.time.step.value).toBeGreaterThan(without.time.step.value);
    // Four more tensors of the residual stream in each layer, in 2 bytes.
    expect(with_.memory.layerActivations - without.memory.layerActivations).toBe(4 * 2 * 4 * 256 * h);
  });

  test.each<[string, Model, Partial<Plan>]>([
    ["model.input", { ...dit(byClass), mask: "causal" }, {}],
    ["plan.cp", dit(byText), { cp: 2, dp: 4 }],
    ["plan.target_loss", dit(byClass), { targetLoss: 2, tokens: null }],
  ])("refused: %s", (field, model, change) => {
    const answer = estimate(at(model, change));
    expect(answer.ok ? [] : answer.refusals.map(({ fields }) => fields[0])).toContain(field);
  });
});
