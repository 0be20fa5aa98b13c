import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Recurrent } from "../../../../src/engine/scenario/recurrent.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [heads, dHead, groups, dState, s] = [32, 64, 8, 128, 32_768];
const mamba2: Recurrent = { kind: "mamba2", heads, dHead, groups, dState, conv: 4, chunk: 128 };
const delta: Recurrent = { kind: "gated_delta", heads, dHead, groups: 16, dState, conv: 4, chunk: 64 };
const of = (recurrent: Recurrent, pattern = ["recurrent"]): Model => ({
  ...llama(4, 2048, 16, 4, 8192, 32_000),
  ...{ recurrent, pattern },
});
const at = (change: Partial<Plan>, model = of(mamba2)): Scenario =>
  scenario(model, selene(2), plan({ seqLen: s, globalBatch: 4, dp: 1, flashAttention: true, ...change }));
const answer = (scene: Scenario): Estimate =>
  estimated({ ...scene, cluster: { ...scene.cluster, devices: devicesOf(scene.plan) } });
const devicesOf = ({ tp, cp, pp, dp }: Plan): number => tp * cp * pp * dp;
const codes = (scene: Scenario): readonly string[] => {
  const found = estimate(scene);
  return found.ok ? [] : found.refusals.map(({ code }) => code);
};
const cpOf = (e: Estimate) => e.comm.filter((c) => c.dimension === "cp");
const kept = (e: Estimate, name: string): number =>
  e.memory.stages[0]?.parts
    .find((one) => one.name === "memory.activations")
    ?.parts.find((one) => one.name === `memory.activations.${name}`)?.value ?? Number.NaN;
const core = (e: Estimate): number =>
  e.time.step.parts[0]?.parts.find(({ name }) => name === "time.attention")?.value ?? Number.NaN;

describe("context parallelism of recurrent layers", () => {
  test("heads go to the scan and its result comes back, of whole sequences", () => {
    const [cp, tokens] = [4, s / 4];
    const e = answer(at({ cp }));
    const [there, back, gradientsThere, gradientsBack] = cpOf(e);
    // Values, gate, keys, queries and step sizes of the device's tokens, each by itself.
    const projected = 2 * tokens * (2 * heads * dHead + 2 * groups * dState + heads);
    expect(there).toMatchObject({ op: "all_to_all", what: "heads to the scan", groupSize: cp });
    expect((there?.bytes ?? 0) * (there?.count ?? 0)).toBeCloseTo(4 * 4 * projected, -3);
    expect(there?.count).toBe(4 * 4 * 5);
    expect(back).toMatchObject({ bytes: 2 * tokens * heads * dHead, count: 4 * 4 });
    expect([gradientsThere?.bytes, gradientsBack?.bytes]).toEqual([there?.bytes, back?.bytes]);
    expect(cpOf(answer(at({ cp, recompute: { kind: "full", modules: [] } })))).toHaveLength(6);
  });

  test("groups that are fewer than ranks are sent as copies", () => {
    const cp = 16;
    const e = answer(at({ cp }));
    const copies = 2 * (s / cp) * (2 * heads * dHead + 2 * cp * dState + heads);
    expect((cpOf(e)[0]?.bytes ?? 0) * 5).toBeCloseTo(copies, -2);
    // So each rank keeps one group of the whole sequence.
    expect(kept(e, "projected") / 4).toBe(2 * s * ((2 * heads * dHead + heads) / cp + 2 * dState));
  });

  test("a rank scans and keeps its share, whatever the type of attention's context parallelism", () => {
    const [one, four] = [answer(at({})), answer(at({ cp: 4 }))];
    for (const name of ["projected", "scanned", "projection_input"])
      expect(kept(four, name)).toBe(kept(one, name) / 4);
    // A kernel's start takes its time on each rank.
    expect(core(four)).toBeGreaterThanOrEqual(core(one) / 4);
    expect(core(four)).toBeLessThan(0.27 * core(one));
    expect(four.modelFlops).toBe(one.modelFlops);
    const types = (["ring", "all_gather", "ulysses"] as const).map((cpType) => answer(at({ cp: 4, cpType })));
    expect(new Set(types.map((e) => e.time.step.value)).size).toBe(1);
  });

  test("a hybrid sends keys and values in its layers with attention, heads in the others", () => {
    const e = answer(at({ cp: 4 }, of(mamba2, ["recurrent", "attention"])));
    expect(new Set(cpOf(e).map(({ op }) => op))).toEqual(new Set(["all_to_all", "send_recv"]));
    const buffers = e.memory.stages[0]?.parts.find(({ name }) => name === "memory.buffers");
    expect(buffers?.parts.map(({ label }) => label)).toContain("keys, values and heads of other ranks");
  });

  test("a layer of one thing alone sends nothing where that is a feed-forward", () => {
    const alone = { ...of(mamba2), pattern: [..."M-"] };
    const [some, all] = [answer(at({ cp: 4 }, alone)), answer(at({ cp: 4 }))];
    expect(2 * (cpOf(some)[0]?.count ?? 0)).toBe(cpOf(all)[0]?.count);
  });

  test("heads and groups must divide; a delta rule's keys are not copied, Mamba's columns not split", () => {
    expect(codes(at({ cp: 64, seqLen: 2 ** 17 }))).toContain("recurrence-not-divisible");
    expect(codes(at({ tp: 4, cp: 8 }))).not.toContain("recurrence-not-divisible");
    expect(codes(at({ cp: 4 }, of({ ...mamba2, groups: 6 })))).toContain("recurrence-not-divisible");
    expect(codes(at({ cp: 16 }, of(delta)))).not.toContain("recurrence-not-divisible");
    expect(codes(at({ cp: 32 }, of(delta)))).toContain("recurrence-not-divisible");
    const mamba: Recurrent = {
      kind: "mamba",
      dInner: 4096,
      dState: 16,
      conv: 4,
      stepRank: 128,
      innerNorms: false,
    };
    expect(codes(at({ cp: 4 }, of(mamba)))).toContain("not-modelled");
  });

  test("the derivation says the same", () => {
    const scene = at(
      { cp: 8, tp: 1, recompute: { kind: "full", modules: [] } },
      of(delta, ["recurrent", "attention"]),
    );
    const [told, e] = [explainScenario(scene), answer(scene)];
    if (!told.ok) throw new Error("refused");
    expect(told.estimate.time.step.value.value).toBe(e.time.step.value);
    expect(told.estimate.memory.peak.value).toBe(e.memory.peak);
  });
});
