import { describe, expect, test } from "vitest";
import type { Estimate } from "../../src/engine/estimate.ts";
import { estimate } from "../../src/engine/index.ts";
import type { Model, Plan, Scenario } from "../../src/engine/scenario.ts";
import { fp32, gpt, korthikanti, llama, mixed, plan, scenario, selene } from "./support/scenarios.ts";

const GiB = 2 ** 30;
const of = (s: Scenario): Estimate => {
  const answer = estimate(s);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
};
const attentionOnly = { kind: "selective", modules: ["attention"] } as const;

describe("activations of GPT-3 175B at tp 8, pp 8, vpp 3 (arXiv:2205.05198)", () => {
  test("66.84375 GiB when nothing is recomputed", () => {
    expect(of(korthikanti()).memory.activations / GiB).toBe(66.84375);
  });
  test("12.3515625 GiB with selective recomputation and sequence parallelism", () => {
    const { memory } = of(korthikanti({ sequenceParallel: true, recompute: attentionOnly }));
    expect(memory.activations / GiB).toBe(12.3515625);
    expect(memory.peakStage).toBe(0);
  });
});

describe("activations of one layer", () => {
  const [s, b, h, a] = [2048, 2, 6144, 64];
  const layer = (change: Partial<Plan>, model: Model = gpt(48, h, a)): number =>
    of(scenario(model, selene(1), plan({ tp: 8, microBatch: b, globalBatch: b, ...change }))).memory
      .layerActivations;
  const sbh = s * b * h;
  test.each([
    ["tensor parallel, eq. 2", {}, sbh * (10 + 24 / 8 + (5 * a * s) / (h * 8))],
    ["with sequence parallelism, eq. 4", { sequenceParallel: true }, (sbh / 8) * (34 + (5 * a * s) / h)],
    ["selective, eq. 6", { sequenceParallel: true, recompute: attentionOnly }, (34 * sbh) / 8],
    ["full", { recompute: { kind: "full", modules: [] } as const }, 2 * sbh],
  ])("%s", (_name, change, expected) => {
    expect(layer(change) / expected).toBeCloseTo(1, 12);
  });

  test("one device, eq. 1", () => {
    const s1 = scenario(
      gpt(1, h, a),
      selene(1, undefined, { devices: 1 }),
      plan({ microBatch: b, globalBatch: b }),
    );
    expect(of(s1).memory.layerActivations / (sbh * (34 + (5 * a * s) / h))).toBeCloseTo(1, 12);
  });
  test("flash attention leaves row statistics, and selective recomputation then saves nothing", () => {
    const flash = layer({ sequenceParallel: true, flashAttention: true });
    expect(flash).toBe((34 * sbh) / 8 + (4 * a * s * b) / 8);
    expect(layer({ sequenceParallel: true, flashAttention: true, recompute: attentionOnly })).toBe(flash);
  });
  test("a gated MLP with grouped queries, tensor by tensor", () => {
    const model = llama(32, 4096, 32, 8, 14_336, 128_256);
    const sb = s * b;
    const tensors = 2 * sb * (4 * 4096) + (2 * sb * (2 * 4096 + 2 * 1024)) / 8 + (2 * sb * 3 * 14_336) / 8;
    expect(layer({ flashAttention: true }, model)).toBe(tensors + (4 * 32 * sb) / 8);
  });
});

describe("micro-batches in flight", () => {
  const activations = (change: Partial<Plan>): readonly number[] =>
    of(korthikanti({ vpp: 1, schedule: "1f1b", ...change })).memory.stages.map(
      (stage) => stage.parts.find((part) => part.name === "memory.activations")?.value ?? Number.NaN,
    );
  const one = of(korthikanti()).memory.layerActivations * 12;
  test("1F1B: p - r on stage r, but never more than there are", () => {
    expect(activations({}).map((v) => v / one)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(activations({ globalBatch: 3 }).map((v) => v / one)).toEqual([3, 3, 3, 3, 3, 3, 2, 1]);
  });
  test("GPipe: all of them, everywhere", () => {
    expect(activations({ schedule: "gpipe" }).map((v) => v / one)).toEqual(new Array(8).fill(64));
  });
  test("interleaved: p + (p - 1)/v on the first stage", () => {
    const found = activations({ vpp: 3, schedule: "interleaved_1f1b" });
    expect((found[0] ?? 0) / one).toBeCloseTo(8 + 7 / 3, 12);
    expect((found[7] ?? 0) / one).toBeCloseTo(17 / 3, 12);
  });
});

describe("model states", () => {
  // GPT-7.5B of arXiv:2104.04473, Table 1, scaled to the paper's round count.
  const states = (zero: Plan["zero"], dp = 64, precision = mixed): number => {
    const s = scenario(gpt(36, 4096, 32), selene(dp / 8), plan({ dp, globalBatch: dp, zero, precision }));
    const { memory, params } = of(s);
    return ((memory.weights + memory.gradients + memory.optimizer) * 7.5e9) / params.value;
  };
  test.each([
    [0, 120],
    [1, 31.4],
    [2, 16.6],
    [3, 1.9],
  ] as const)(
    "7.5B parameters on 64 devices under ZeRO %i take %f GB (arXiv:1910.02054, figure 1)",
    (zero, gb) => {
      expect(states(zero) / 1e9).toBeCloseTo(gb, 1);
    },
  );
  test("fp32 gradients make 18 bytes a parameter (Megatron-LM)", () => {
    expect(states(0, 64, { ...mixed, gradientBytes: 4 }) / 7.5e9).toBeCloseTo(18, 9);
  });
  test("7B parameters in fp32 need 28 + 28 + 56 GB", () => {
    const s = scenario(gpt(36, 4096, 32), selene(1), plan({ dp: 8, globalBatch: 8, precision: fp32 }));
    const { memory, params } = of(s);
    const gb = (bytes: number): number => (bytes / params.value) * 7;
    expect([memory.weights, memory.gradients, memory.optimizer].map(gb)).toEqual([28, 28, 56]);
  });
});
