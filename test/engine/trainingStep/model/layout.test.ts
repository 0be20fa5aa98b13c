import { describe, expect, test } from "vitest";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { gpt, gpt3, plan } from "../../support/scenarios.ts";

/** 16 layers of 67.1M weights and a head of 268M: as much as 4 layers. */
const wide: Model = {
  ...gpt3,
  layers: 16,
  dModel: 2048,
  vocab: 131_072,
  attention: {
    kind: "mha",
    heads: 32,
    kvHeads: 32,
    dHead: 64,
    qkvBias: false,
    qkNorm: "none",
    gate: false,
    slidingWindow: null,
    slidingWindowPattern: null,
  },
  mlp: { kind: "swiglu", dFf: 8192 },
};
const layers = (pp: number, split: "balanced" | "balanced_exact" = "balanced") =>
  stageLayouts(wide, plan({ pp, split, globalBatch: 64 }))?.map((stage) => stage.layers);

test("balanced stages count the head as the layers it costs", () => {
  // 20 units of work over 4 stages: a stage ends with the first layer above 5, 10, 15.
  expect(layers(4)).toEqual([6, 5, 5, 0]);
  expect(layers(2)).toEqual([11, 5]);
  expect(layers(1)).toEqual([16]);
});

test("a stage whose share of the work ends with a layer ends there, where the stack does not go beyond it", () => {
  expect(layers(4, "balanced_exact")).toEqual([5, 5, 5, 1]);
  expect(layers(2, "balanced_exact")).toEqual([10, 6]);
  // Shares of 20/3 end with no layer.
  expect(layers(3, "balanced_exact")).toEqual(layers(3));
});

test("every layer has a stage, whatever their number", () => {
  for (const pp of [2, 3, 5, 8, 12, 16]) expect(layers(pp)?.reduce((a, b) => a + b)).toBe(16);
  expect(layers(18)).toBeUndefined();
});

test("lighter_last leaves DeepSeek-V3's last piece one layer beside the head: Et*4|(t*4|)*14tmL", () => {
  const sizes = (pp: number, vpp: number, layers = 61) =>
    stageLayouts(
      gpt(layers, 1024, 16),
      plan({ pp, vpp, schedule: "interleaved_1f1b", split: "lighter_last" }),
    )?.map(({ chunks }) => chunks);
  expect(sizes(4, 4)).toEqual([
    [4, 4, 4, 4],
    [4, 4, 4, 4],
    [4, 4, 4, 4],
    [4, 4, 4, 1],
  ]);
  expect(sizes(2, 2, 8)).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

describe("a list of layers", () => {
  const chunks = (split: readonly number[], pp: number, change: Partial<Plan> = {}) =>
    stageLayouts(wide, plan({ pp, split, globalBatch: 64, ...change }))?.map((stage) => stage.chunks);

  test("gives each stage its number", () => {
    expect(chunks([3, 4, 5, 4], 4)).toEqual([[3], [4], [5], [4]]);
    expect(chunks([16], 1)).toEqual([[16]]);
    expect(chunks([0, 16], 2)).toEqual([[0], [16]]);
  });

  test("gives each chunk its number in the model's order, or an equal share of its stage's", () => {
    const looped = { vpp: 2, schedule: "interleaved_1f1b" } as const;
    expect(chunks([5, 4, 4, 3], 2, looped)).toEqual([
      [5, 4],
      [4, 3],
    ]);
    expect(chunks([10, 6], 2, looped)).toEqual([
      [5, 5],
      [3, 3],
    ]);
    const turned = { schedule: "zb_v" } as const;
    expect(chunks([5, 4, 4, 3], 2, turned)).toEqual([
      [5, 3],
      [4, 4],
    ]);
    expect(chunks([10, 6], 2, turned)).toEqual([
      [5, 5],
      [3, 3],
    ]);
  });

  test("that has another sum, another length or an odd stage of two chunks is no layout", () => {
    expect(chunks([3, 4, 5, 5], 4)).toBeUndefined();
    expect(chunks([8, 8], 4)).toBeUndefined();
    expect(chunks([9, 7], 2, { vpp: 2, schedule: "interleaved_1f1b" })).toBeUndefined();
  });
});
