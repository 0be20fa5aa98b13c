import { describe, expect, test } from "vitest";
import { estimate, inference } from "../../../src/engine/index.ts";
import type { Model } from "../../../src/engine/scenario/model.ts";
import type { Serving } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { gpt, llama, plan, scenario, selene } from "../support/scenarios.ts";

const as: Serving = {
  ...{ batch: 1, context: null, tp: null, pp: null, weightBytes: null, expertBytes: null, kvBytes: null },
  ...{ replicas: 1, arrivals: null },
};
const on = (model: Model, serve: Partial<Serving> | null = null, change = {}): Scenario =>
  scenario(
    model,
    selene(8),
    plan({ seqLen: 4096, dp: 8, globalBatch: 64, ...change, serve: serve && { ...as, ...serve } }),
  );
function served(of: Scenario) {
  const answer = inference(of);
  if (!answer.ok) throw new Error(answer.refusals.map(({ code }) => code).join());
  return answer.inference;
}

const llama2_70b = llama(80, 8192, 64, 8, 28_672, 32_000);
const llama3_8b = llama(32, 4096, 32, 8, 14_336, 128_256);

describe("a token leaves in the cache", () => {
  test("of Llama 2 70B and Llama 3 8B two vectors of eight heads a layer, in bf16", () => {
    expect(served(on(llama2_70b)).kvPerToken).toBe(327_680);
    expect(served(on(llama3_8b)).kvPerToken).toBe(131_072);
  });

  test("of GPT-3 all heads: 96 layers, keys and values, 12,288 numbers of two bytes", () => {
    expect(served(on(gpt(96, 12_288, 96))).kvPerToken).toBe(96 * 2 * 12_288 * 2);
  });

  test("half of it in 8 bits", () => {
    expect(served(on(llama3_8b, { kvBytes: 1 })).kvPerToken).toBe(65_536);
  });

  test("of latent attention one compressed vector, whole on every tensor-parallel rank", () => {
    const mla: Model = {
      ...gpt(61, 7168, 128),
      attention: { kind: "mla", heads: 128, dHead: 128, qRank: 1536, kvRank: 512, dRope: 64, dV: 128 },
    };
    expect(served(on(mla)).kvPerToken).toBe(70_272);
    expect(served(on(mla, { tp: 8 })).kvCache).toBe(served(on(mla, { tp: 1 })).kvCache);
    expect(served(on(llama2_70b, { tp: 8 })).kvCache).toBe(served(on(llama2_70b, { tp: 1 })).kvCache / 8);
  });

  test("grouped heads are copied where there are more ranks than heads", () => {
    const one = served(on(llama2_70b, { tp: 8 }, { dp: 4 }));
    expect(served(on(llama2_70b, { tp: 16 }, { dp: 4 })).kvCache).toBe(one.kvCache);
  });

  test("nothing more once a sliding window is full", () => {
    const { attention } = llama3_8b;
    if (attention.kind === "mla") throw new Error("not grouped");
    const sliding: Model = { ...llama3_8b, attention: { ...attention, slidingWindow: 1024 } };
    const cache = (context: number) => served(on(sliding, { context })).kvCache;
    expect(cache(512)).toBe(512 * 131_072);
    expect(cache(1024)).toBe(1024 * 131_072);
    expect(cache(8192)).toBe(cache(1024));
  });
});

describe("a group that serves", () => {
  test("holds the weights in their format and no state of training", () => {
    const answer = estimate(on(llama3_8b));
    if (!answer.ok) throw new Error("refused");
    expect(served(on(llama3_8b)).weights).toBe(2 * answer.estimate.params.value);
    expect(served(on(llama3_8b, { weightBytes: 1 })).weights).toBe(answer.estimate.params.value);
    expect(answer.estimate.memory.peak).toBeGreaterThan(4 * served(on(llama3_8b)).memory);
  });

  test("is by default one group of training's degrees, with one sequence of its length", () => {
    const [open, said] = [served(on(llama3_8b)), served(on(llama3_8b, { tp: 1, pp: 1, context: 4096 }))];
    expect(open).toEqual(said);
  });

  test("takes as many sequences as fit, and no more", () => {
    const { largestBatch } = served(on(llama3_8b));
    expect(largestBatch).toBeGreaterThan(1);
    expect(served(on(llama3_8b, { batch: largestBatch })).fits).toBe(true);
    expect(served(on(llama3_8b, { batch: largestBatch + 1 })).fits).toBe(false);
    expect(served(on(llama2_70b)).largestBatch).toBe(0);
  });

  test("never writes a token faster than its weights and cache are read", () => {
    for (const batch of [1, 8, 64]) {
      const { decode, weights, kvCache } = served(on(llama3_8b, { batch }));
      const table = 128_256 * 4096 * 2;
      expect(decode).toBeGreaterThan((weights - table + kvCache) / 2039e9);
    }
  });

  test("takes longer, and writes more, with more sequences; longer with longer ones", () => {
    let last = served(on(llama2_70b, { tp: 8 }));
    for (const batch of [2, 8, 32, 128, 512]) {
      const next = served(on(llama2_70b, { tp: 8, batch }));
      expect(next.decode).toBeGreaterThan(last.decode);
      expect(next.tokensPerSecond).toBeGreaterThan(last.tokensPerSecond);
      expect(next.prefill).toBeGreaterThan(last.prefill);
      last = next;
    }
    const at = (context: number) => served(on(llama2_70b, { tp: 8, context }));
    expect(at(8192).decode).toBeGreaterThan(at(2048).decode);
    expect(at(8192).prefill).toBeGreaterThan(3 * at(2048).prefill);
  });

  test("reads ever more experts, up to all of them", () => {
    const moe: Model = {
      ...llama3_8b,
      mlp: {
        kind: "moe",
        ...{
          experts: 64,
          shared: 0,
          topK: 2,
          denseLayers: 0,
          dense: null,
          every: 1,
          groups: 1,
          topGroups: 1,
        },
        expert: { kind: "swiglu", dFf: 1024 },
        sharedDff: 1024,
      },
    };
    const decode = (batch: number) => served(on(moe, { batch, context: 1 })).decode;
    const [one, some, all] = [decode(1), decode(32), decode(4096)];
    expect(some).toBeGreaterThan(1.5 * one);
    expect(all).toBeGreaterThan(some);
    const dense = served(on({ ...llama3_8b, mlp: { kind: "swiglu", dFf: 2048 } }, { context: 1 })).decode;
    // Two experts as wide together as the dense layer; routing is a few kernels more.
    expect(one).toBeGreaterThan(dense);
    expect(one).toBeLessThan(1.2 * dense);
  });

  test("that the model does not divide over is refused, at the field that says so", () => {
    const answer = inference(on(llama2_70b, { tp: 7 }));
    expect(answer.ok ? [] : answer.refusals.map(({ fields }) => fields[0])).toContain("plan.serve");
  });
});

test("experts are held and read in a format of their own, all else in the weights'", () => {
  const model: Model = {
    ...llama3_8b,
    mlp: {
      ...{ kind: "moe", experts: 16, shared: 0, sharedDff: 0, topK: 2, groups: 1, topGroups: 1 },
      ...{ denseLayers: 0, every: 1, dense: null },
      expert: { kind: "swiglu", dFf: 14_336 },
    },
  };
  const all = served(on(model));
  const narrow = served(on(model, { expertBytes: 0.5 + 1 / 32 }));
  const experts = 32 * 16 * 3 * 4096 * 14_336;
  expect(all.weights - narrow.weights).toBeCloseTo(experts * (2 - 17 / 32), 0);
  expect(narrow.decode).toBeLessThan(all.decode);
});
