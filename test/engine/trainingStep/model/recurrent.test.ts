import { describe, expect, test } from "vitest";
import { estimate, modelParams } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Recurrent } from "../../../../src/engine/scenario/recurrent.ts";
import { countKinds } from "../../../../src/engine/trainingStep/model/layerKinds.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const mamba: Recurrent = {
  ...{ kind: "mamba2", heads: 128, dHead: 64, groups: 8, dState: 128, conv: 4, chunk: 128 },
};
const base = llama(32, 4096, 32, 8, 14_336, 32_000);
const hybrid = (pattern: readonly string[], recurrent: Recurrent = mamba): Model => ({
  ...base,
  recurrent,
  pattern,
});
function run(model: Model, change: Partial<Plan> = {}) {
  const of = scenario(model, selene(8), plan({ dp: 64, globalBatch: 64, ...change }));
  return estimated(of);
}
const part = (breakdown: { parts: readonly { name: string; value: number }[] }, name: string): number =>
  breakdown.parts.find((one) => one.name === name)?.value ?? 0;

describe("hybrids of recurrent layers and attention", () => {
  test("a pattern goes over the layers again and again", () => {
    expect(countKinds(hybrid(["recurrent", "recurrent", "recurrent", "attention"]), [[0, 30]])).toEqual([
      { kind: "dense_recurrent", layers: 23 },
      { kind: "dense", layers: 7 },
    ]);
    expect(
      countKinds(hybrid([..."M-M*"]), [
        [0, 8],
        [9, 11],
      ]),
    ).toEqual([
      { kind: "recurrent", layers: 5 },
      { kind: "attention", layers: 2 },
      { kind: "dense_alone", layers: 3 },
    ]);
  });

  test("a pattern of attention alone changes nothing", () => {
    expect(run(hybrid(["attention"]))).toEqual(run(base));
  });

  test("layers that are attention and feed-forward by turns are layers of both, in all but the sends between them", () => {
    const halves = run({ ...hybrid([..."*-"]), layers: 64, recurrent: null });
    const whole = run(base);
    expect(halves.params.value).toBe(whole.params.value);
    expect(halves.modelFlops).toBe(whole.modelFlops);
    expect(halves.memory.weights).toBe(whole.memory.weights);
    expect(halves.memory.activations).toBeCloseTo(whole.memory.activations, -6);
    expect(halves.time.forward).toBeCloseTo(whole.time.forward, 6);
    expect(halves.time.backward).toBeCloseTo(whole.time.backward, 6);
  });

  test("tensor parallelism splits the heads and talks once in a layer that is one thing alone", () => {
    const [one, two] = [1, 2].map((tp) => run(hybrid(["M"]), { tp, dp: 64 / tp, sequenceParallel: tp > 1 }));
    const calls = two?.comm.filter(({ dimension, what }) => dimension === "tp" && what === "activations");
    expect(calls?.map(({ op, count }) => [op, count])).toEqual([
      ["all_gather", 2 * 32],
      ["reduce_scatter", 2 * 32],
    ]);
    expect(two?.memory.weights).toBeCloseTo((one?.memory.weights ?? 0) / 2, -7);
    expect(two?.params.value).toBe(one?.params.value);
  });

  test("the recurrence grows with the sequence, attention with its square", () => {
    const [short, long] = [4096, 16_384].map((seqLen) => run(hybrid(["M"]), { seqLen, globalBatch: 64 }));
    const core = (e: typeof long): number => {
      const compute = e?.time.step.parts.find(({ name }) => name === "time.compute");
      return compute ? part(compute, "time.attention") : Number.NaN;
    };
    expect(core(long) / core(short)).toBeGreaterThan(3.5);
    expect(core(long) / core(short)).toBeLessThan(4.2);
    expect((long?.modelFlops ?? 0) / (short?.modelFlops ?? 1)).toBeCloseTo(4, 9);
  });

  test("model FLOPs of Mamba-2 are Megatron-LM's", () => {
    const [s, h, n, heads, groups] = [2048, 4096, 128, 128, 8];
    const inner = heads * 64;
    const layer = 2 * s * h * (2 * inner + 2 * groups * n + heads) + 7 * s * inner * n + 2 * s * inner * h;
    const head = 2 * s * h * base.vocab;
    expect(run(hybrid(["M"])).modelFlops).toBeCloseTo(3 * 64 * (32 * layer + head), -6);
  });

  test("a state that is corrected costs more than one that is added to", () => {
    const linear: Recurrent = { ...mamba, kind: "linear_attention", groups: 128, dState: 64, conv: 0 };
    const delta: Recurrent = { ...linear, kind: "gated_delta" };
    const [a, b] = [linear, delta].map((one) => run(hybrid(["recurrent"], one)));
    expect(b?.time.forward).toBeGreaterThan(a?.time.forward ?? 0);
    expect(b?.modelFlops).toBeGreaterThan(a?.modelFlops ?? 0);
  });

  test("full recomputation and pipelines hold for any pattern", () => {
    const model = hybrid([..."M-M*"]);
    const whole = run(model);
    const again = run(model, { recompute: { kind: "full" } as Plan["recompute"] });
    expect(again.memory.activations).toBeLessThan(whole.memory.activations);
    expect(again.hardwareFlops).toBeGreaterThan(whole.hardwareFlops);
    const stages = run(model, { pp: 4, dp: 16, globalBatch: 128 });
    expect(stages.modelFlops / 128).toBeCloseTo(whole.modelFlops / 64, -3);
  });

  test("what a pattern names must be there", () => {
    const problems = [
      { ...base, recurrent: mamba, pattern: [..."M-X"] },
      { ...base, recurrent: null, pattern: ["recurrent"] },
      { ...base, recurrent: mamba, pattern: [..."ME"] },
    ].map((model) => {
      const answer = estimate(scenario(model, selene(8), plan({ dp: 64, globalBatch: 64 })));
      return answer.ok ? null : answer.refusals[0]?.params.problem;
    });
    expect(problems).toEqual([
      "`X` is no letter of a pattern; these are: `M`, `*`, `-`, `E`",
      "layers are recurrent, and `recurrent` is none",
      "layers have experts, and `mlp` is no mixture of experts",
    ]);
  });

  test("Mamba-2 2.7B has the elements of its release", () => {
    const small = { ...mamba, heads: 80, groups: 1 };
    const model: Model = {
      ...{ ...hybrid(["M"], small), layers: 64, dModel: 2560, vocab: 50_288 },
      ...{ tiedEmbeddings: true, normsPerLayer: 1 },
    };
    expect(modelParams(model).params.value).toBe(2_702_599_680);
  });
});
