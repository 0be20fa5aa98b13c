import { describe, expect, test } from "vitest";
import { modelParams } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import { gpt, gpt3, llama } from "../../support/scenarios.ts";

const total = (model: Model): number => modelParams(model).params.value;

const deepseekV3: Model = {
  ...llama(61, 7168, 128, 128, 18_432, 129_280),
  attention: { kind: "mla", heads: 128, dHead: 128, qRank: 1536, kvRank: 512, dRope: 64, dV: 128 },
  mlp: {
    kind: "moe",
    experts: 256,
    shared: 1,
    topK: 8,
    expert: { kind: "swiglu", dFf: 2048 },
    ...{ sharedDff: 2048, groups: 1, topGroups: 1, every: 1 },
    denseLayers: 3,
    dense: { kind: "swiglu", dFf: 18_432 },
  },
};

describe("parameter counts", () => {
  test.each([
    ["GPT-3 175B, vocabulary padded to 51,200", gpt3, 174.6e9],
    ["Llama 2 7B", llama(32, 4096, 32, 32, 11_008, 32_000), 6_738_415_616],
    ["Llama 2 70B", llama(80, 8192, 64, 8, 28_672, 32_000), 68_976_648_192],
    ["Llama 3 8B", llama(32, 4096, 32, 8, 14_336, 128_256), 8_030_261_248],
    ["Llama 3 70B", llama(80, 8192, 64, 8, 28_672, 128_256), 70_553_706_496],
    ["Llama 3 405B", llama(126, 16_384, 128, 8, 53_248, 128_256), 405_853_388_800],
    ["DeepSeek-V3", deepseekV3, 671.03e9],
  ])("%s", (_name, model, published) => {
    expect(Math.abs(total(model) / published - 1)).toBeLessThan(1e-4);
  });

  test("GPT parameters are Megatron's 12Lh^2(1 + 13/(12h) + (V + s)/(12Lh))", () => {
    const [L, h, V, s] = [24, 2304, 51_200, 2048];
    const closed = 12 * L * h * h * (1 + 13 / (12 * h) + (V + s) / (12 * L * h));
    // The closed form leaves out the norm after the last layer.
    expect(total(gpt(L, h, 24)) - 2 * h).toBe(closed);
  });

  test("a token of DeepSeek-V3 passes 37.55B parameters, of a dense model all of them", () => {
    expect(modelParams(deepseekV3).activeParams / 37.55e9).toBeCloseTo(1, 3);
    expect(modelParams(gpt3).activeParams).toBe(total(gpt3));
  });

  test("untied embeddings cost one more matrix", () => {
    const untied = total({ ...gpt3, tiedEmbeddings: false });
    expect(untied - total(gpt3)).toBe(51_200 * 12_288);
  });
});
