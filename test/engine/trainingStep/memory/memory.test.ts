import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { EXACT, fitOf } from "../../../../src/engine/trainingStep/memory/fit.ts";
import { estimated as of } from "../../support/estimated.ts";
import {
  a100,
  fp32,
  generic,
  gpt,
  korthikanti,
  llama,
  mixed,
  plan,
  scenario,
  selene,
} from "../../support/scenarios.ts";

const GiB = 2 ** 30;
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

describe("saved activations of one layer", () => {
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

describe("what a framework keeps beside", () => {
  const model = llama(16, 2048, 32, 32, 8192, 131_072);
  const [s, b, h, f, V] = [4096, 2, 2048, 8192, 131_072];
  const memory = (framework: Partial<Framework>, change: Partial<Plan> = {}, devices = 64) =>
    of(
      scenario(
        model,
        selene(devices / 8, { ...a100, peak: { ...a100.peak, fp8: 624e12 } }),
        plan({
          seqLen: s,
          microBatch: b,
          flashAttention: true,
          dp: 64,
          globalBatch: 64 * 4 * b,
          precision: { ...mixed, compute: "bf16", gradientBytes: 4 },
          framework: { ...generic, ...framework },
          ...change,
        }),
      ),
    ).memory;
  const base = memory({});
  const P = base.weights / 2;
  const unit = 2 * s * b * h;
  const find = (stage: Breakdown | undefined, label: string): number => {
    if (!stage) return Number.NaN;
    if (stage.label === label) return stage.value;
    const found = stage.parts.map((part) => find(part, label)).filter((value) => !Number.isNaN(value));
    return found[0] ?? Number.NaN;
  };
  const within = (estimate: Estimate["memory"], label: string): number =>
    find(estimate.stages[estimate.peakStage], label);

  test("16-bit gradients beside fp32 ones, and the buckets of unsharded data parallelism", () => {
    expect(memory({ halfGradients: true }).gradients).toBe(6 * P);
    expect(memory({ bucketCopies: 2 }).gradients).toBe(6 * P);
    expect(memory({ bucketCopies: 2 }, { zero: 1 }).gradients).toBe(4 * P);
    const half = { ...mixed, compute: "bf16", gradientBytes: 2 } as const;
    expect(memory({ halfGradients: true }, { precision: half }).gradients).toBe(2 * P);
  });
  test("the parts of a stage sum to it, the allocator's share last", () => {
    for (const stage of memory({ fragmentation: 0.1, runAhead: 56 }).stages)
      expect(stage.parts.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(stage.value, 0);
  });
  test("bytes of a logit: 6 for a 16-bit one and its fp32 copy, 8 where the loss copies the fp32 ones", () => {
    expect(within(base, "logits and temporary tensors of the loss")).toBe(6 * s * b * V);
    expect(within(memory({ logitBytes: 8 }), "logits and temporary tensors of the loss")).toBe(8 * s * b * V);
    expect(within(base, "gradient of the head's weights")).toBe(2 * V * h);
  });
  test("logits of earlier micro-batches are held on the last stage alone, as many as there were", () => {
    const kept = { pp: 4, dp: 8, globalBatch: 8 * 8 * b } as const;
    const [without, held] = [memory({}, kept), memory({ keptLogits: 2 }, kept)].map(({ stages }) =>
      stages.map(({ value }) => value),
    );
    const more = (held ?? []).map((value, i) => value - (without?.[i] ?? 0));
    expect(more.slice(0, 3)).toEqual([0, 0, 0]);
    expect(more[3]).toBeGreaterThan(0);
    expect(within(memory({ keptLogits: 2 }, kept), "logits of earlier micro-batches")).toBe(
      2 * 4 * s * b * V,
    );
    const one = { ...kept, globalBatch: 8 * b };
    expect(within(memory({ keptLogits: 2 }, one), "logits of earlier micro-batches")).toBe(4 * s * b * V);
  });
  test("an unfused gate keeps the activation's output; the rotary embedding queries and keys twice", () => {
    expect(memory({ fused: false }).layerActivations - base.layerActivations).toBe(2 * s * b * f);
    expect(memory({ rotaryCopies: true }).layerActivations - base.layerActivations).toBe(2 * unit);
  });
  test("a stage that frees what it received holds one tensor less for each chunk in flight", () => {
    const schedule = "interleaved_1f1b";
    const pipeline = { dp: 16, pp: 4, vpp: 2, schedule, globalBatch: 16 * 8 * b } as const;
    const [kept, freed] = [memory({}, pipeline), memory({ freesStageInputs: true }, pipeline)].map(
      ({ stages }) => stages.map(({ parts }) => parts.find(({ name }) => name === "memory.activations")),
    );
    const less = (kept ?? []).map((part, i) => (part?.value ?? 0) - (freed?.[i]?.value ?? 0));
    // In flight on stage 1: (2 x (4 - 1 - 1) + 4 + 1)/2 of its two chunks; on stage 0 the first has the embedding's output.
    expect(less[1]).toBe(2 * 4.5 * unit);
    expect(less[0]).toBe(5.5 * unit);
    const whole = { recompute: { kind: "full", modules: [] } } as const;
    expect(memory({ freesStageInputs: true }, { ...pipeline, ...whole })).toEqual(
      memory({}, { ...pipeline, ...whole }),
    );
  });
  test("the last stage is in the loss or in a layer, never in both", () => {
    const recomputed = memory({ logitBytes: 0.001 }, { recompute: { kind: "full", modules: [] } });
    expect(within(recomputed, "logits and temporary tensors of the loss")).toBeNaN();
    expect(within(recomputed, "activations of the layer being recomputed")).toBe(base.layerActivations);
  });
  test("copies of the optimizer's step count where the passes hold less", () => {
    const small = { precision: mixed, seqLen: 64, zero: 1, dp: 8, globalBatch: 8 * b } as const;
    const one = memory({ stepBytes: 14, fragmentation: 0 }, small, 8);
    const none = memory({ fragmentation: 0 }, small, 8);
    const passes = none.activations + none.logits + none.buffers;
    expect(one.peak - one.reserved - (none.peak - none.reserved)).toBeCloseTo((14 * P) / 8 - passes, 0);
    // Gradients that have four bytes need no copy.
    expect(memory({ stepBytes: 14 }, { zero: 1 }).buffers).toBe(memory({}, { zero: 1 }).buffers);
  });
  test("ZeRO 3 gathers two layers, or two matrices", () => {
    const layer = (4 * h * h + 3 * h * f + 2 * h) * 2;
    expect(within(memory({}, { zero: 3 }), "gathered weights")).toBe(2 * layer);
    expect(within(memory({ gathers: "matrices" }, { zero: 3 }), "gathered weights")).toBe(2 * 2 * h * f);
  });
  test("a communicator for all devices and one for each kind of parallelism", () => {
    const communicators = (change: Partial<Plan>) => within(memory({}, change), "buffers of communicators");
    const one = generic.communicatorBytes;
    expect(communicators({})).toBe(2 * one);
    expect(communicators({ dp: 8, tp: 4, pp: 2, globalBatch: 8 * 4 * b })).toBe(4 * one);
  });
  test("a host without a pipeline runs ahead of at most two passes of a layer's collectives", () => {
    const held = (change: Partial<Plan>) =>
      within(
        memory({ runAhead: 56, fragmentation: 0 }, { tp: 8, dp: 8, ...change }),
        "allocator cache and fragmentation",
      );
    expect(held({ globalBatch: 8 * 4 * b })).toBe(56 * unit);
    expect(held({ globalBatch: 8 * b })).toBe(2 * 16 * unit);
    expect(held({ pp: 2, dp: 4, globalBatch: 4 * 4 * b })).toBe(0);
  });
  test("a host that deals with every rank of a collective is never ahead", () => {
    const held = (rankLaunchSeconds: number) =>
      within(
        memory(
          { runAhead: 56, fragmentation: 0, rankLaunchSeconds },
          { tp: 8, dp: 8, globalBatch: 8 * 4 * b },
        ),
        "allocator cache and fragmentation",
      );
    expect(held(0)).toBe(56 * unit);
    expect(held(1e-4)).toBe(0);
  });
  test("the first stage of a pipeline runs ahead of its warm-up, unless it announces what it sends", () => {
    const held = (change: Partial<Framework>, stage = 0) =>
      memory(
        { runAhead: 56, fragmentation: 0, ...change },
        { tp: 8, pp: 8, dp: 1, globalBatch: 16 * b },
      ).stages[stage]?.parts.find(({ name }) => name === "memory.reserved")?.parts[1]?.value;
    expect(held({})).toBe(6 * 2 * 2 * unit);
    expect(held({ runAhead: 20 })).toBe(20 * unit);
    expect(held({}, 1)).toBe(0);
    expect(held({ announcingSeconds: 0.6 })).toBe(0);
  });
  test("sequence parallelism gathers whole sequences into buffers; without it none is gathered", () => {
    const buffers = (change: Partial<Plan>) =>
      within(
        memory({ sequenceBuffers: 3 }, { tp: 8, dp: 8, ...change }),
        "whole sequences gathered by tensor parallelism",
      );
    expect(buffers({ sequenceParallel: true })).toBe(3 * unit);
    expect(buffers({})).toBeNaN();
    expect(buffers({ tp: 1, sequenceParallel: true })).toBeNaN();
  });
  test("workspaces of matmuls are the framework's tensors", () => {
    expect(memory({ workspaceBytes: 2 ** 26 }).buffers - base.buffers).toBe(2 ** 26);
  });
  test("what the allocator would cache counts whole, whatever room there is, and is not needed", () => {
    const batch = { microBatch: 4, globalBatch: 64 * 4 * 4 };
    const [plain, tight] = [memory({}, batch), memory({ fragmentation: 2 }, batch)];
    expect(tight.peak).toBeGreaterThan(tight.capacity);
    expect(tight.needed).toBe(plain.needed);
    expect(plain.needed).toBeLessThan(plain.peak);
    expect([fitOf(plain, EXACT), fitOf(tight, EXACT)]).toEqual(["yes", "maybe"]);
  });
});
