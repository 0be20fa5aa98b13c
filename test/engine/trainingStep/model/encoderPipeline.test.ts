import { describe, expect, test } from "vitest";
import type { CollectiveEstimate, Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [h, read, written] = [1024, 2048, 512];
const t5: Model = {
  ...llama(12, h, 16, 4, 4096, 32_000),
  ...{ encoder: { layers: 12, attention: null, mlp: null }, tiedEmbeddings: true },
};
const at = (change: Partial<Plan>, model = t5): Scenario => {
  const p = plan({
    ...{ seqLen: written, encoderSeqLen: read, dp: 1, microBatch: 2, globalBatch: 32, numMicroBatches: 16 },
    ...{ flashAttention: true, ...change },
  });
  return scenario(model, selene(2, undefined, { devices: p.tp * p.cp * p.pp * p.dp }), p);
};
const of = (change: Partial<Plan>, model?: Model): Estimate => estimated(at(change, model));
const refused = (change: Partial<Plan>): readonly string[] => {
  const answer = estimate(at(change));
  return answer.ok
    ? []
    : answer.refusals.flatMap(({ code, fields, severity }) =>
        severity === "error" ? [`${code} ${fields[0]}`] : [],
      );
};
const held = (change: Partial<Plan>) =>
  stageLayouts(t5, at(change).plan)?.map(({ kinds, embedding, head }) => ({
    kinds: kinds.map(({ kind, layers }) => `${layers} ${kind}`),
    ...{ embedding, head },
  }));
const part = (e: Estimate, stage: number, name: string) =>
  e.memory.stages[stage]?.parts.find((one) => one.name === `memory.${name}`);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const named = (e: Estimate, what: string): CollectiveEstimate | undefined =>
  e.comm.find((one) => one.what === what);

describe("an encoder and a decoder over stages", () => {
  test("no stage has layers of both; the decoder's first one embeds its tokens too", () => {
    const [dense, decoder] = ["dense of the encoder", "dense of the decoder"];
    expect(held({ pp: 4 })).toEqual([
      { kinds: [`6 ${dense}`], embedding: true, head: false },
      { kinds: [`6 ${dense}`], embedding: false, head: false },
      { kinds: [`6 ${decoder}`], embedding: true, head: false },
      { kinds: [`6 ${decoder}`], embedding: false, head: true },
    ]);
    expect(held({ pp: 4, encoderStages: 1 })?.map(({ kinds }) => kinds)).toEqual([
      [`12 ${dense}`],
      ...Array.from({ length: 3 }, () => [`4 ${decoder}`]),
    ]);
    expect(held({ pp: 1 })).toEqual([
      { kinds: [`12 ${dense}`, `12 ${decoder}`], embedding: true, head: true },
    ]);
  });

  test("stages have the model's parameters, and copies of the embedding where it is read", () => {
    const [one, four] = [of({}), of({ pp: 4 })];
    const weights = sum(four.memory.stages.map((_, i) => part(four, i, "weights")?.value ?? Number.NaN));
    expect(weights - one.memory.weights).toBeCloseTo(2 * 2 * 32_000 * h, 0);
    expect(four.params.value).toBe(one.params.value);
    expect(four.modelFlops).toBe(one.modelFlops);
    // Copies add up their gradients: on the first stage, at the split, on the last.
    expect(named(four, "gradients of the shared embedding")).toMatchObject({ groupSize: 3 });
    expect(named(of({ pp: 2 }), "gradients of the shared embedding")).toMatchObject({ groupSize: 2 });
    const untied = of({ pp: 4 }, { ...t5, tiedEmbeddings: false });
    expect(named(untied, "gradients of the shared embedding")).toMatchObject({ groupSize: 2 });
    expect(named(one, "gradients of the shared embedding")).toBeUndefined();
  });

  test("the encoder's result goes from its last stage on to every stage of the decoder", () => {
    // The slowest stage is told: the decoder's where its sequences are longer.
    const sends = (change: Partial<Plan>) =>
      of(change)
        .comm.filter(({ dimension, op }) => dimension === "pp" && op === "send_recv")
        .map(({ what, bytes, count }) => [what, bytes, count]);
    const bytes = (tokens: number): number => 2 * tokens * 2 * h;
    expect(sends({ pp: 2, encoderSeqLen: 4096, seqLen: 64 })).toEqual([
      ["activations and their gradients", bytes(4096), 2 * 16],
    ]);
    expect(sends({ pp: 2, seqLen: 4096 })).toEqual([
      ["the encoder's result and its gradients", bytes(read), 2 * 16],
    ]);
    expect(sends({ pp: 4, encoderStages: 2, seqLen: 4096 })).toEqual([
      ["activations and their gradients", bytes(4096), 2 * 16],
      ["the encoder's result and its gradients", bytes(read), 2 * 16],
    ]);
  });

  test("stages of the decoder keep the encoder's result of each micro-batch in flight", () => {
    const e = of({ pp: 4 });
    const result = (stage: number): number =>
      part(e, stage, "activations")?.parts.find(({ label }) => label === "result of the encoder")?.value ?? 0;
    const one = 2 * read * 2 * h;
    expect([0, 1, 2, 3].map(result)).toEqual([0, 0, 2 * one, one]);
    const all = of({ pp: 4, schedule: "gpipe" });
    expect(
      part(all, 3, "activations")?.parts.find(({ label }) => label === "result of the encoder")?.value,
    ).toBe(16 * one);
  });

  test("a pipeline of both waits as any does, and its passes are those of the stacks", () => {
    const [whole, four] = [
      of({}),
      of({ pp: 4, overlap: { dp: false, tp: false, pp: true, ep: false, sharedExperts: false } }),
    ];
    const forward = sum(four.time.stages?.map((stage) => stage.forward) ?? []);
    expect(forward / whole.time.forward).toBeCloseTo(1, 1);
    expect(four.bubbleRatio).toBeGreaterThan(0);
    const [, , first, second] = four.time.stages ?? [];
    expect(second?.forward).toBeGreaterThan(first?.forward ?? Number.NaN);
  });

  test("what stays out is refused by name", () => {
    expect(refused({ pp: 4, schedule: "zb_h1" })).toEqual(["not-modelled plan.schedule"]);
    expect(refused({ pp: 4, schedule: "interleaved_1f1b", vpp: 2 })).toContain("not-modelled plan.schedule");
    expect(refused({ pp: 4, schedule: "pipedream" })).toEqual(["not-modelled plan.schedule"]);
    expect(refused({ pp: 4, split: "balanced" })).toEqual(["not-modelled plan.split"]);
    expect(refused({ pp: 4, encoderStages: 4 })).toContain("not-modelled plan.encoder_stages");
    expect(refused({ pp: 8, encoderStages: 3 })).toEqual(["not-divisible plan.encoder_stages"]);
    expect(refused({ pp: 8, encoderStages: 3, split: "uneven" })).toEqual([]);
    expect(refused({ cp: 2, encoderSeqLen: 510 })).toEqual(["seq-not-divisible plan.encoder_seq_len"]);
  });

  test("the derivation says the same", () => {
    for (const change of [{ pp: 4 }, { pp: 2, tp: 2 }, { pp: 2, cp: 4, tp: 2, sequenceParallel: true }]) {
      const [told, e] = [explainScenario(at(change)), of(change)];
      if (!told.ok) throw new Error("refused");
      expect(told.estimate.time.step.value.value).toBe(e.time.step.value);
      expect(told.estimate.memory.peak.value).toBe(e.memory.peak);
    }
  });
});

describe("context parallelism of an encoder and a decoder", () => {
  test("ranks have their share of either's tokens, and gather the encoder's keys and values", () => {
    const [one, four] = [of({}), of({ cp: 4 })];
    expect(four.memory.activations).toBe(one.memory.activations / 4);
    expect(four.modelFlops).toBe(one.modelFlops);
    // Of all ranks, four heads of 64 columns for keys and values.
    const gathered = 2 * read * 2 * 2 * 4 * 64;
    expect(named(four, "keys and values of the encoder")).toMatchObject({
      op: "all_gather",
      bytes: gathered,
      count: 12 * 16,
    });
    expect(named(four, "keys and values of the encoder, backward")).toMatchObject({ bytes: gathered });
    expect(named(four, "gradients of keys and values of the encoder")).toMatchObject({
      op: "reduce_scatter",
      bytes: gathered,
    });
    expect(named(one, "keys and values of the encoder")).toBeUndefined();
  });

  test("the step shrinks, by less than the ranks", () => {
    const [one, four] = [of({}), of({ cp: 4 })].map((e) => e.time.step.value);
    expect(four).toBeLessThan(one ?? 0);
    expect(four).toBeGreaterThan((one ?? 0) / 4);
  });
});
