import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import * as attention from "../../../../src/engine/formulas/compute/attention.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Mlp } from "../../../../src/engine/scenario/mlp.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { countKinds, layerKinds } from "../../../../src/engine/trainingStep/model/layerKinds.ts";
import { stepFlops } from "../../../../src/validation/scoreboard/flops.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

function windowed(model: Model, slidingWindow: number | null, slidingWindowPattern: number | null): Model {
  const { attention } = model;
  if (attention.kind === "mla") throw new Error("latent attention has no window");
  return { ...model, attention: { ...attention, slidingWindow, slidingWindowPattern } };
}

const base = llama(36, 4096, 32, 8, 14_336, 128_256);
const of = (model: Model, change: Partial<Plan> = {}): Estimate =>
  estimated(
    scenario(
      model,
      selene(1),
      plan({ dp: 8, globalBatch: 8, seqLen: 8192, flashAttention: true, ...change }),
    ),
  );

describe("which layers have the window", () => {
  const alternating = windowed(base, 128, 2);

  test("every n-th layer is full, the last of each run", () => {
    expect(countKinds(alternating, [[0, 36]])).toEqual([
      { kind: "dense_sliding", layers: 18 },
      { kind: "dense", layers: 18 },
    ]);
    // Gemma 3's five to one, 34 layers: full are the 6th, 12th, 18th, 24th and 30th.
    expect(countKinds(windowed({ ...base, layers: 34 }, 1024, 6), [[0, 34]])).toEqual([
      { kind: "dense_sliding", layers: 29 },
      { kind: "dense", layers: 5 },
    ]);
    // Layers 3 to 6, and 9: the full ones have odd numbers from 0.
    expect(
      countKinds(alternating, [
        [3, 7],
        [9, 10],
      ]),
    ).toEqual([
      { kind: "dense_sliding", layers: 2 },
      { kind: "dense", layers: 3 },
    ]);
  });

  test("all have it without a pattern; none has without a window", () => {
    expect(layerKinds(windowed(base, 128, null)).map(({ name }) => name)).toEqual(["dense_sliding"]);
    expect(layerKinds(windowed(base, null, 2)).map(({ name }) => name)).toEqual(["dense"]);
  });

  test("beside dense and expert layers", () => {
    const expert = { kind: "swiglu", dFf: 2048 } as const;
    const mlp: Mlp = {
      ...({ kind: "moe", experts: 8, shared: 0, topK: 2 } as const),
      ...{ expert, denseLayers: 3, dense: expert, sharedDff: expert.dFf, groups: 1, topGroups: 1, every: 1 },
    };
    expect(countKinds({ ...alternating, mlp }, [[0, 36]])).toEqual([
      { kind: "dense_sliding", layers: 2 },
      { kind: "dense", layers: 1 },
      { kind: "experts_sliding", layers: 16 },
      { kind: "experts", layers: 17 },
    ]);
    expect(of({ ...alternating, mlp }).stages[0]?.kinds.length).toBe(4);
  });
});

describe("the share of the scores that flash attention computes", () => {
  const share = (s: number, T_m: number, w: number) => {
    const c_w = attention.windowRowShare.evaluate({ w, T_m, l_0: 0, s });
    const c_m = attention.windowMeanShare.evaluate({ c_w, T_m, s });
    return attention.windowShare.evaluate({ c_w, c_m });
  };

  test.each([
    [4096, 128, 128],
    [4096, 128, 129],
    [4096, 128, 130],
    [8192, 256, 1024],
    [1024, 128, 900],
    [1024, 128, 4096],
    [2048, 128, 1],
  ])("%d tokens in blocks of %d, a window of %d: counted block by block", (s, T, w) => {
    let blocks = 0;
    for (let row = 0; row < s / T; row++)
      for (let column = 0; column < s / T; column++) {
        // Of a row's block: the first query sees the furthest back, the last one the furthest on.
        const oldest = row * T - (w - 1);
        const newest = (row + 1) * T - 1;
        if ((column + 1) * T - 1 >= oldest && column * T <= newest) blocks++;
      }
    expect(share(s, T, w)).toBeCloseTo((blocks * T * T) / (s * s), 12);
  });

  test("a window of the whole sequence is the causal mask", () => {
    expect(share(4096, 128, 4096)).toBeCloseTo(attention.causalShare.evaluate({ s: 4096, T_m: 128 }), 12);
  });
});

describe("a step", () => {
  test("FLOPs: a layer of the window counts it for every token, a full one the sequence", () => {
    const tokens = 8 * 8192;
    const core = (seen: number) => 12 * tokens * 4096 * seen;
    const fewer = of(base).modelFlops - of(windowed(base, 128, 2)).modelFlops;
    expect(fewer / (18 * core(8192 - 128))).toBeCloseTo(1, 12);
    expect(of(windowed(base, 8192, null)).modelFlops).toBe(of(base).modelFlops);
  });

  test("FLOPs by Megatron-Bridge's formula for GPT-OSS 120B: 6 for each active weight of a product, cores halved", () => {
    const { attention } = llama(36, 2880, 64, 8, 2880, 201_088);
    if (attention.kind === "mla") throw new Error("grouped queries");
    const gptOss: Model = {
      ...llama(36, 2880, 64, 8, 2880, 201_088),
      attention: { ...attention, dHead: 64, slidingWindow: 128, slidingWindowPattern: 2 },
      mlp: {
        ...({ kind: "moe", experts: 128, shared: 0, topK: 4 } as const),
        ...{ expert: { kind: "swiglu", dFf: 2880 }, denseLayers: 0, dense: null },
        ...{ sharedDff: 2880, groups: 1, topGroups: 1, every: 1 },
      },
    };
    const p = plan({ dp: 8, ep: 8, globalBatch: 8, seqLen: 4096, flashAttention: true });
    const s = scenario(gptOss, selene(1), p);
    const found = estimate(s);
    if (!found.ok) throw new Error(JSON.stringify(found.refusals));
    const perToken =
      (stepFlops("causal attention counted as half", s, found.estimate.modelFlops, undefined) ?? 0) /
      (8 * 4096);
    const layer = 2880 * 64 * (64 + 64 + 8 + 8) + 2880 * 128 + 4 * 3 * 2880 * 2880;
    const cores = 6 * 64 * 64 * (18 * 4096 + 18 * 128);
    expect(perToken / (6 * (36 * layer + 2880 * 201_088) + cores)).toBeCloseTo(1, 12);
    // The table of its releases since 2026: 1,077 TFLOP/s at 33,024 tokens/s.
    expect(Math.abs(perToken / (1077e12 / 33_024) - 1)).toBeLessThan(0.003);
  });

  test("time: between full attention and the window everywhere; a long window costs what full attention does", () => {
    const [full, half, all, long] = [
      base,
      windowed(base, 128, 2),
      windowed(base, 128, null),
      windowed(base, 8192, null),
    ].map((model) => of(model).time.step.value) as [number, number, number, number];
    expect(long / full).toBeCloseTo(1, 12);
    expect(half / ((full + all) / 2)).toBeCloseTo(1, 6);
    expect(all).toBeLessThan(0.95 * full);
  });

  test("memory, and kernels that compute all scores, are as without a window", () => {
    const window = windowed(base, 128, 2);
    expect(of(window).memory.peak).toEqual(of(base).memory.peak);
    const unfused = { flashAttention: false, seqLen: 2048 };
    expect(of(window, unfused).time.step.value / of(base, unfused).time.step.value).toBeCloseTo(1, 12);
  });

  test("stages of a pipeline hold both kinds", () => {
    const e = of(windowed(base, 128, 2), { pp: 4, dp: 2 });
    expect(e.stages.map(({ kinds }) => kinds)).toEqual(
      Array.from({ length: 4 }, () => [
        { kind: "dense_sliding", layers: 5 },
        { kind: "dense", layers: 4 },
      ]).map((one, stage) => (stage % 2 === 0 ? one : one.map((kind, i) => ({ ...kind, layers: 4 + i })))),
    );
  });
});
