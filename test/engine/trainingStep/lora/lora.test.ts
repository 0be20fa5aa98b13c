import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Lora } from "../../../../src/engine/scenario/lora.ts";
import type { StateOffload } from "../../../../src/engine/scenario/offload.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, adapters, gpt, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const lora = adapters;
const model = llama(8, 2048, 16, 8, 8192, 32_000);
const at = (change: Partial<Plan>): Scenario =>
  scenario(model, selene(1), plan({ dp: 8, microBatch: 2, globalBatch: 64, ...change }));
const of = (change: Partial<Plan>): Estimate => estimated(at(change));

describe("low-rank adapters", () => {
  const [h, kv, f, L] = [2048, 1024, 8192, 8];
  const trained = L * 8 * (2 * (h + h) + 2 * (h + kv) + 3 * (h + f));

  test("trained are the adapters, and only they have gradients and state", () => {
    const e = of({ lora });
    expect(e.trainedParams).toBe(trained);
    expect(e.params.value).toBe(of({}).params.value);
    expect(e.memory.gradients).toBe(2 * trained);
    expect(e.memory.optimizer).toBe(12 * trained);
    expect(e.memory.weights).toBe(of({}).memory.weights + 2 * trained);
  });

  test("tensor parallelism copies the ends at which nothing is split", () => {
    const e = of({ lora, tp: 4, dp: 2 });
    const own = L * 8 * (h + h / 4 + 2 * (h + kv / 4) + (h / 4 + h) + 3 * (h + f / 4));
    expect(e.memory.gradients).toBe(2 * own);
    expect(e.trainedParams).toBe(trained);
  });

  test("quantised are the matrices of the layers alone", () => {
    const [plain, low] = [of({ lora }), of({ lora: { ...lora, weightBytes: 0.5 } })];
    const matrices = L * (2 * h * h + 2 * h * kv + 3 * h * f);
    expect(plain.memory.weights - low.memory.weights).toBeCloseTo(1.5 * matrices, 0);
    // They are made whole again for every product.
    expect(low.time.step.value).toBeGreaterThan(plain.time.step.value);
  });

  test("weights in 8 bits are multiplied as they are where products have 8 bits", () => {
    const fp8 = { ...mixed, name: "fp8", compute: "fp8", scaling: "delayed", operandBytes: 1 } as const;
    const device = { ...a100, peak: { ...a100.peak, fp8: 624e12 } };
    const kept = { ...lora, weightBytes: 1 };
    const [whole, asKept] = [kept, { ...kept, asOperands: true }].map((each) => {
      const on = at({ lora: each, precision: fp8 });
      return estimated({ ...on, cluster: { ...on.cluster, device } });
    });
    expect(asKept?.memory.weights).toBe(whole?.memory.weights);
    expect(asKept?.time.step.value).toBeLessThan(whole?.time.step.value ?? 0);
  });

  test("what only gradients of a frozen matrix read is not kept", () => {
    const inputs = (targets: Lora["targets"]) =>
      of({ flashAttention: true, lora: { ...lora, targets } })
        .memory.stages[0]?.parts.find(({ name }) => name === "memory.activations")
        ?.parts.map(({ name }) => name.replace("memory.activations.", ""));
    const all = inputs(lora.targets);
    expect(all).toEqual(expect.arrayContaining(["qkv_input", "mlp_input", "down_input"]));
    expect(inputs(["value"])).toEqual(all?.filter((name) => !["mlp_input", "down_input"].includes(name)));
    // Backward of the activation function and of flash attention read theirs in any case.
    expect(inputs(["down"])).toEqual(expect.arrayContaining(["activation_input", "attention_output"]));
  });

  test("replicas add up the adapters' gradients; ZeRO 3 gathers all weights", () => {
    const sent = (e: Estimate, op: string) =>
      e.comm
        .filter((c) => c.dimension === "dp" && c.op === op)
        .reduce((sum, c) => sum + c.bytes * c.count, 0);
    expect(sent(of({ lora }), "all_reduce")).toBeCloseTo(2 * trained, 0);
    const [frozen, all] = [of({ lora, zero: 3 }), of({ zero: 3 })];
    // Forward and backward of four micro-batches; adapters are sharded too.
    const more = 4 * 2 * 2 * trained;
    expect(sent(frozen, "all_gather") - sent(all, "all_gather")).toBeCloseTo(more, -1);
    expect(sent(frozen, "reduce_scatter")).toBeLessThan(0.01 * sent(all, "reduce_scatter"));
  });

  test("ZeRO 3 gathers quantised weights as they are kept, and one matrix at a time is made whole", () => {
    const low = { ...lora, weightBytes: 0.5 };
    const matrices = L * (2 * h * h + 2 * h * kv + 3 * h * f);
    const gathered = (e: Estimate) =>
      e.comm.filter((c) => c.op === "all_gather").reduce((sum, c) => sum + c.bytes * c.count, 0);
    const [plain, quantised] = [of({ lora, zero: 3 }), of({ lora: low, zero: 3 })];
    expect(gathered(plain) - gathered(quantised)).toBeCloseTo(4 * 2 * 1.5 * matrices, -1);
    const held = (e: Estimate, label: string) =>
      e.memory.stages[0]?.parts
        .find(({ name }) => name === "memory.buffers")
        ?.parts.find((part) => part.label === label)?.value;
    const layers = (B_q: number) => 2 * (B_q * (matrices / L) + 2 * 2 * h + (2 * trained) / L);
    expect(held(plain, "gathered weights")).toBeCloseTo(layers(2), 0);
    expect(held(quantised, "gathered weights")).toBeCloseTo(layers(0.5), 0);
    expect(held(plain, "dequantised frozen matrix")).toBeUndefined();
    expect(held(quantised, "dequantised frozen matrix")).toBe(2 * h * f);
  });

  describe("with state beside the devices", () => {
    const host = { memoryBytes: 1e12, memoryBytesPerSecond: 1e18, linkDevices: 1, efficiency: 0.5 };
    const to = (change: Partial<StateOffload>, more: Partial<Lora> = {}, link = 1e8) => {
      const stateOffload = { optimizer: "none", weights: "none", delayed: false, ...change } as const;
      const all = at({ lora: { ...lora, ...more }, zero: 3, stateOffload });
      const device = { ...a100, hostBytesPerSecond: link };
      return estimated({ ...all, cluster: { ...all.cluster, device, host, drives } });
    };
    const drives = { count: 4, capacityBytes: 4e12, readBytesPerSecond: 4e9, writeBytesPerSecond: 2e9 };
    const matrices = L * (2 * h * h + 2 * h * kv + 3 * h * f);
    const all = of({}).params.value;
    const kept = (B_q: number) => B_q * matrices + 2 * (all - matrices) + 2 * trained;
    const hosts = (e: Estimate) => e.time.step.parts.flatMap(({ parts }) => parts);

    test("a node keeps frozen weights in their formats, adapters beside them, and no state of the frozen", () => {
      const held = (e: Estimate) => e.memory.beyond.reduce((sum, one) => sum + one.held.value, 0);
      expect(held(to({ weights: "host" }))).toBeCloseTo(kept(2), 0);
      expect(held(to({ weights: "host", optimizer: "host" }))).toBeCloseTo(kept(2) + 14 * trained, 0);
      const nf4 = to({ weights: "nvme", optimizer: "host" }, { weightBytes: 0.5 });
      expect(held(nf4)).toBeCloseTo(kept(0.5) + 14 * trained, 0);
      expect(nf4.memory.weights).toBe(0);
    });

    test("each pass copies what it gathers, quantised a quarter of it, and back go the adapters alone", () => {
      const waited = (e: Estimate) => hosts(e).find(({ name }) => name === "time.host")?.value ?? Number.NaN;
      for (const [more, B_q] of [
        [{}, 2],
        [{ weightBytes: 0.5 }, 0.5],
      ] as const) {
        const [e, fast] = [to({ weights: "host" }, more), to({ weights: "host" }, more, 1e18)];
        const passes = 4 * (e.time.forward + e.time.backward);
        const dp = hosts(e).find(({ name }) => name === "time.dp")?.value ?? Number.NaN;
        const copies = (4 * 2 * kept(B_q)) / 8 / 1e8;
        expect(waited(e)).toBeCloseTo(copies - passes - dp + (2 * trained) / 8 / 1e8, 6);
        expect(waited(fast)).toBeCloseTo(0, 6);
      }
    });

    test("the derivation says the same", () => {
      const stateOffload = { optimizer: "host", weights: "host", delayed: false } as const;
      const s = at({ lora: { ...lora, weightBytes: 0.5 }, zero: 3, stateOffload });
      const [answer, e] = [explainScenario(s), estimate(s)];
      if (!answer.ok || !e.ok) throw new Error("refused");
      expect(answer.estimate.time.step.value.value).toBe(e.estimate.time.step.value);
      expect(answer.estimate.memory.peak.value).toBe(e.estimate.memory.peak);
    });
  });

  test("a step takes two thirds of the products, and more with more adapters", () => {
    const [all, some, more] = [of({}), of({ lora: { ...lora, targets: ["query"] } }), of({ lora })];
    expect(some.modelFlops / all.modelFlops).toBeGreaterThan(2 / 3);
    expect(some.modelFlops / all.modelFlops).toBeLessThan(0.72);
    expect(some.time.step.value).toBeLessThan(all.time.step.value);
    expect(more.modelFlops).toBeGreaterThan(some.modelFlops);
    expect(more.time.step.value).toBeGreaterThan(some.time.step.value);
  });

  test("stages of a pipeline hold their own, the shared embedding has no gradient", () => {
    const tied = gpt(8, 2048, 16);
    const answer = estimate(
      scenario(tied, selene(1), plan({ pp: 4, dp: 2, microBatch: 2, globalBatch: 64, lora })),
    );
    if (!answer.ok) throw new Error("refused");
    expect(answer.estimate.comm.some(({ what }) => /shared embedding/.test(what))).toBe(false);
    expect(answer.estimate.memory.gradients).toBe((2 * answer.estimate.trainedParams) / 4);
  });

  test("the derivation says the same", () => {
    const [answer, e] = [explainScenario(at({ lora })), of({ lora })];
    if (!answer.ok) throw new Error("refused");
    expect(answer.estimate.time.step.value.value).toBe(e.time.step.value);
    expect(answer.estimate.memory.peak.value).toBe(e.memory.peak);
  });

  test("a schedule that runs gradients of weights apart runs those of the adapters alone", () => {
    const change = {
      ...{ pp: 4, dp: 2, microBatch: 16, globalBatch: 512, numMicroBatches: 16 },
      schedule: "zb_h1",
    } as const;
    const weights = (e: Estimate): number => e.time.stages?.[1]?.weights ?? Number.NaN;
    const [few, more, all] = [
      of({ ...change, lora: { ...lora, targets: ["query"] } }),
      of({ ...change, lora }),
      of(change),
    ];
    expect(weights(few)).toBeGreaterThan(0);
    expect(weights(few)).toBeLessThan(0.3 * weights(more));
    expect(weights(more)).toBeLessThan(0.5 * weights(all));
    // What a stage works in all is what it works without the split.
    const [whole] = [of({ ...change, schedule: "1f1b", lora })];
    expect(more.time.stages?.[1]?.backward).toBeCloseTo(whole.time.stages?.[1]?.backward ?? 0, 12);
  });

  test("an optimizer that looks at matrices sees the two of each adapter", () => {
    const [adam, muon, shampoo] = (["adam", "muon", "shampoo"] as const).map((optimizer) =>
      of({ lora, optimizer, shampoo: optimizer === "shampoo" ? { block: 8192, interval: 1 } : null }),
    );
    // Two moments in 4 bytes beside the master copy; Muon keeps one of every matrix, and all that is trained is matrices.
    expect(adam?.memory.optimizer).toBe(12 * trained);
    expect(muon?.memory.optimizer).toBe(8 * trained);
    expect(shampoo?.memory.optimizer).toBeGreaterThan(adam?.memory.optimizer ?? 0);
    const update = (e: Estimate | undefined): number =>
      e?.time.step.parts.find(({ name }) => name === "time.optimizer")?.value ?? Number.NaN;
    expect(update(muon)).toBeGreaterThan(0);
    // Newton and Schulz's products of 8 by h are less than those of h by h.
    expect(update(muon)).toBeLessThan(0.1 * update(of({ optimizer: "muon" })));
  });

  describe("beside latent attention", () => {
    const latent = {
      ...model,
      attention: { kind: "mla", heads: 16, dHead: 128, qRank: 768, kvRank: 256, dRope: 64, dV: 128 } as const,
    };
    const with_ = (targets: Lora["targets"], change: Partial<Plan> = {}): Estimate => {
      const on = at({ lora: { ...lora, targets }, ...change });
      return estimated({ ...on, model: latent });
    };
    const [up, keys, both] = [16 * (128 + 64), 256 + 64, 16 * (128 + 128)];

    test("queries, and keys and values, have a compression and an up-projection each", () => {
      const counts = {
        query_down: h + 768,
        query_up: 768 + up,
        kv_down: h + keys,
        kv_up: 256 + both,
        output: 16 * 128 + h,
      };
      for (const [target, count] of Object.entries(counts))
        expect(with_([target as Lora["targets"][number]]).trainedParams).toBe(L * 8 * count);
      expect(with_(["query"]).trainedParams).toBe(L * 8 * (counts.query_down + counts.query_up));
      const shared = L * 8 * (counts.kv_down + counts.kv_up);
      for (const targets of [["key"], ["value"], ["key", "value"]] as const)
        expect(with_(targets).trainedParams).toBe(shared);
    });

    test("tensor parallelism splits the up-projections and neither compression", () => {
      const split = with_(["query"], { tp: 4, dp: 2 });
      expect(split.memory.gradients).toBe(2 * L * 8 * (h + 768 + 768 + up / 4));
    });

    test("the compressed queries are kept for the adapter that reads them", () => {
      const kept = (targets: Lora["targets"]) =>
        with_(targets)
          .memory.stages[0]?.parts.find(({ name }) => name === "memory.activations")
          ?.parts.map(({ name }) => name);
      expect(kept(["query_up"])).toContain("memory.activations.compressed_queries");
      expect(kept(["query_down"])).not.toContain("memory.activations.compressed_queries");
      expect(kept(["query_down"])).toContain("memory.activations.qkv_input");
      expect(kept(["query_up"])).not.toContain("memory.activations.qkv_input");
    });
  });

  describe("beside an encoder and a decoder", () => {
    const stacks = { ...model, encoder: { layers: 4, attention: null, mlp: null } };
    const both = (change: Partial<Plan> = {}): Estimate => {
      const on = at({ lora: { ...lora, targets: ["key"] }, encoderSeqLen: 1024, ...change });
      return estimated({ ...on, model: stacks });
    };

    test("keys of both stacks, and of the attention between them", () => {
      expect(both().trainedParams).toBe((4 + 2 * L) * 8 * (h + kv));
    });

    test("what reads the encoder's tokens grows with them", () => {
      const flops = (change: Partial<Plan>): number =>
        both(change).modelFlops - both({ ...change, lora: { ...lora, targets: ["query"] } }).modelFlops;
      const [s, s_e] = [2048, 1024];
      // Keys of the decoder see its tokens, those of the encoder and of the attention to it the encoder's.
      const keys = 6 * 64 * 8 * (h + kv) * (L * s + (4 + L) * s_e);
      const queries = 6 * 64 * 8 * (h + h) * (2 * L * s + 4 * s_e);
      expect(flops({ seqLen: s })).toBeCloseTo(keys - queries, -6);
    });
  });
});
