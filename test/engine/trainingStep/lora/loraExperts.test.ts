import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { explainScenario } from "../../../../src/engine/index.ts";
import type { Lora } from "../../../../src/engine/scenario/lora.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { estimated as answer } from "../../support/estimated.ts";
import { adapters, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [L, h, kv, f, E, k, r] = [8, 2048, 1024, 1024, 16, 2, 8];
const model: Model = {
  ...llama(L, h, 16, 8, 4096, 32_000),
  mlp: {
    ...{ kind: "moe", experts: E, shared: 0, sharedDff: f, topK: k, groups: 1, topGroups: 1 },
    ...{ denseLayers: 0, every: 1, dense: null },
    expert: { kind: "swiglu", dFf: f },
  },
};
const sharing: Model = { ...model, mlp: { ...model.mlp, shared: 1 } as Model["mlp"] };

const at = (lora: Partial<Lora> | null, change: Partial<Plan> = {}, of = model): Scenario =>
  scenario(
    of,
    selene(1),
    plan({
      ...{ dp: 8, ep: 4, microBatch: 2, globalBatch: 64, flashAttention: true },
      ...change,
      lora: lora && { ...adapters, ...lora },
    }),
  );
const of = (lora: Partial<Lora> | null, change: Partial<Plan> = {}): Estimate => answer(at(lora, change));

/** Parameters of adapters of rank 1: beside a layer's attention, one expert, the router. */
const attention = 2 * (h + h) + 2 * (h + kv);
const expert = 3 * (h + f);
const router = h + E;
const sent = (e: Estimate, what: RegExp, op: string): number =>
  e.comm.filter((c) => what.test(c.what) && c.op === op).reduce((sum, c) => sum + c.bytes * c.count, 0);
const kept = (e: Estimate): readonly string[] =>
  e.memory.stages[0]?.parts
    .find(({ name }) => name === "memory.activations")
    ?.parts.map(({ name }) => name.replace("memory.activations.", "")) ?? [];

describe("low-rank adapters of a mixture of experts", () => {
  test("beside each expert, all of a device's, or none", () => {
    expect(of({}).trainedParams).toBe(L * r * (attention + E * expert));
    expect(of({ experts: "shared" }).trainedParams).toBe(L * r * (attention + 4 * expert));
    expect(of({ experts: "none" }).trainedParams).toBe(L * r * attention);
    expect(of({ expertRank: 4 }).trainedParams).toBe(L * (r * attention + 4 * E * expert));
    expect(of({ targets: ["query", "value", "router"] }).trainedParams).toBe(
      L * r * (2 * h + h + kv + router),
    );
  });

  test("a device has the gradients and state of the experts it holds", () => {
    const own = L * r * (attention + (E / 4) * expert);
    const e = of({});
    expect(e.memory.gradients).toBe(2 * own);
    expect(e.memory.optimizer).toBe(12 * own);
    expect(e.memory.weights).toBe(of(null).memory.weights + 2 * own);
    // Among 8 devices two hold the same experts: they share their state, and eight the rest's.
    const shared = of({}, { zero: 1 });
    expect(shared.memory.optimizer).toBe(12 * L * r * (attention / 8 + ((E / 4) * expert) / 2));
  });

  test("expert-tensor parallelism copies the ends at which nothing is split", () => {
    const e = of({ targets: ["up", "down"] }, { dp: 4, tp: 2, ep: 4, etp: 2 });
    expect(e.memory.gradients).toBe(2 * L * r * (E / 4) * 3 * (h + f / 2));
  });

  test("quantised are the experts' matrices too", () => {
    const [plain, low] = [of({}), of({ weightBytes: 0.5 })];
    const matrices = L * (2 * h * h + 2 * h * kv + h * E + (E / 4) * 3 * h * f);
    expect(plain.memory.weights - low.memory.weights).toBeCloseTo(1.5 * matrices, 0);
    expect(low.time.step.value).toBeGreaterThan(plain.time.step.value);
  });

  test("replicas of experts add up the adapters beside these; ZeRO 3 gathers frozen experts", () => {
    expect(sent(of({}), /^gradients$/, "all_reduce")).toBeCloseTo(2 * L * r * attention, 0);
    expect(sent(of({}), /^gradients of experts$/, "all_reduce")).toBeCloseTo(2 * L * r * (E / 4) * expert, 0);
    expect(sent(of({ experts: "none" }), /of experts/, "all_reduce")).toBe(0);
    const gathered = (e: Estimate): number => sent(e, /of a layer.*of experts/, "all_gather");
    const frozen = gathered(of(null, { zero: 3 }));
    expect(frozen).toBe(4 * 2 * 2 * L * (E / 4) * 3 * h * f);
    expect(gathered(of({ experts: "none" }, { zero: 3 }))).toBe(frozen);
    // Adapters beside them are sharded too.
    expect(gathered(of({}, { zero: 3 }))).toBeCloseTo(frozen + 4 * 2 * 2 * L * r * (E / 4) * expert, -1);
    const half = gathered(of({ experts: "none", weightBytes: 0.5 }, { zero: 3 }));
    expect(half).toBe(frozen / 4);
    expect(sent(of({ experts: "none" }, { zero: 3 }), /of experts/, "reduce_scatter")).toBe(0);
  });

  test("tokens travel to frozen experts and back, and their gradients too", () => {
    const tokens = (e: Estimate) => e.comm.filter((c) => c.dimension === "ep").map((c) => [c.what, c.bytes]);
    expect(tokens(of({ experts: "none" }))).toEqual(tokens(of(null)));
  });

  test("a token pays for the adapters beside the experts it goes to, alike with one for all of a device's", () => {
    const [each, shared, none] = [of({}), of({ experts: "shared" }), of({ experts: "none" })];
    const tokens = 64 * at({}).plan.seqLen;
    expect(each.modelFlops - none.modelFlops).toBeCloseTo(6 * tokens * L * r * k * expert, -6);
    expect(shared.modelFlops).toBe(each.modelFlops);
    expect(shared.time.step.value).toBeLessThan(each.time.step.value);
    expect(none.time.step.value).toBeLessThan(shared.time.step.value);
    expect(each.time.step.value).toBeLessThan(of(null).time.step.value);
  });

  test("inputs of experts are kept for adapters beside them, and the layer's for a router's or shared experts'", () => {
    const all = ["mlp_input", "expert_input", "expert_down_input"];
    const those = (lora: Partial<Lora>, model?: Model) =>
      all.filter((name) => kept(answer(at(lora, {}, model))).includes(name));
    expect(those({})).toEqual(["expert_input", "expert_down_input"]);
    expect(those({ experts: "none" })).toEqual([]);
    expect(those({ targets: ["up"] })).toEqual(["expert_input"]);
    expect(those({ targets: ["query", "router"] })).toEqual(["mlp_input"]);
    expect(those({ experts: "none" }, sharing)).toEqual(["mlp_input"]);
    // Backward of the activation function reads its input in any case.
    expect(kept(of({ experts: "none" }))).toContain("expert_activation_input");
  });

  test("a checkpoint is of the adapters", () => {
    const checkpoint = plan({}).checkpoint ?? {
      ...{
        interval: 600,
        async: false,
        to: "storage",
        writers: "all",
        fullEvery: 1,
        stallSeconds: 0,
        storageShare: 1,
        changed: 1,
        replicas: 1,
      },
    };
    const e = of({}, { checkpoint: checkpoint as Plan["checkpoint"] });
    expect(e.checkpoint?.size).toBe(14 * e.trainedParams);
  });

  test("the derivation says the same", () => {
    for (const experts of ["each", "shared", "none"] as const) {
      const s = at({ experts, weightBytes: 0.516 }, { zero: 3 });
      const [told, e] = [explainScenario(s), answer(s)];
      if (!told.ok) throw new Error("refused");
      expect(told.estimate.time.step.value.value).toBe(e.time.step.value);
      expect(told.estimate.memory.peak.value).toBe(e.memory.peak);
      expect(told.estimate.trainedParams.value).toBe(e.trainedParams);
    }
  });
});
