import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimate, modelParams } from "../../../../src/engine/index.ts";
import type { Attention } from "../../../../src/engine/scenario/attention.ts";
import type { Mlp } from "../../../../src/engine/scenario/mlp.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { countKinds, expertLayers } from "../../../../src/engine/trainingStep/model/layerKinds.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const mixture = (change: Partial<Mlp & { kind: "moe" }>): Mlp => ({
  ...{ kind: "moe", experts: 8, shared: 0, sharedDff: 14_336, topK: 2, groups: 1, topGroups: 1 },
  ...{ denseLayers: 0, every: 1, dense: { kind: "swiglu", dFf: 14_336 } },
  expert: { kind: "swiglu", dFf: 14_336 },
  ...change,
});
const base = llama(24, 4096, 32, 8, 14_336, 32_000);
const of = (change: Partial<Mlp & { kind: "moe" }>): Model => ({ ...base, mlp: mixture(change) });

/** One layer after the other, by the rules of Hugging Face transformers: llama4 (moe_layers), gpt_oss (layer_types). */
function oneByOne({ mlp, attention }: Model, layer: number): string {
  const experts = mlp.kind === "moe" && layer >= mlp.denseLayers && (layer + 1) % mlp.every === 0;
  const windowed = attention.kind !== "mla" && attention.slidingWindow !== null;
  const pattern = attention.kind === "mla" ? null : attention.slidingWindowPattern;
  const sliding = windowed && (pattern === null || (layer + 1) % pattern !== 0);
  return `${experts ? "experts" : "dense"}${sliding ? "_sliding" : ""}`;
}

describe("layers of several kinds", () => {
  test("are counted as one would count them one by one", () => {
    const pattern = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null });
    const spans = fc.array(fc.tuple(fc.nat(40), fc.nat(12)), { maxLength: 3 });
    const shape = fc.record({ pattern, windowed: fc.boolean(), spans, dense: fc.nat(10) });
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 5 }), (shape, every) => {
        const attention: Attention = {
          ...(base.attention as Attention & { kind: "gqa" }),
          slidingWindow: shape.windowed ? 128 : null,
          slidingWindowPattern: shape.pattern,
        };
        const model = { ...of({ every, denseLayers: shape.dense }), layers: 60, attention };
        const pieces = shape.spans.map(([first, n]) => [first, first + n] as const);
        const wanted = new Map<string, number>();
        for (const [first, end] of pieces)
          for (let layer = first; layer < end; layer++) {
            const kind = oneByOne(model, layer);
            wanted.set(kind, (wanted.get(kind) ?? 0) + 1);
          }
        const found = new Map(countKinds(model, pieces).map(({ kind, layers }) => [kind, layers]));
        expect(found).toEqual(wanted);
      }),
    );
  });

  test("experts in every second layer: half of the experts, and dense layers between", () => {
    const model = of({ every: 2 });
    expect(expertLayers(model)).toBe(12);
    const all = modelParams(of({}));
    const half = modelParams(model);
    expect(all.params.value - half.params.value).toBe(12 * (7 * 3 * 4096 * 14_336 + 8 * 4096));
    const answer = estimate(
      scenario(model, selene(1), plan({ dp: 8, globalBatch: 8, flashAttention: true })),
    );
    expect(answer.ok && answer.estimate.stages[0]?.kinds).toEqual([
      { kind: "dense", layers: 12 },
      { kind: "experts", layers: 12 },
    ]);
  });

  test("a shared expert of a width of its own costs what a dense MLP of it does", () => {
    const count = (change: Partial<Mlp & { kind: "moe" }>) => modelParams(of(change)).params.value;
    expect(count({ shared: 1, sharedDff: 4096 }) - count({})).toBe(24 * 3 * 4096 * 4096);
    const flops = (change: Partial<Mlp & { kind: "moe" }>): number => {
      const answer = estimate(scenario(of(change), selene(1), plan({ dp: 8, globalBatch: 8, zero: 3 })));
      return answer.ok ? answer.estimate.modelFlops : Number.NaN;
    };
    const tokens = 8 * 2048;
    expect(flops({ shared: 1, sharedDff: 4096 }) - flops({})).toBe(6 * tokens * 24 * 3 * 4096 * 4096);
    expect(flops({ shared: 2 })).toBe(flops({ shared: 1, sharedDff: 2 * 14_336 }));
  });
});

test.each(["1f1b", "dualpipe", "dualpipe_v"] as const)("a model's FLOPs do not depend on %s", (schedule) => {
  const flops = (change: Partial<Plan>): number => {
    const model = { ...of({ denseLayers: 4 }), layers: 16 };
    const answer = estimate(scenario(model, selene(1), plan({ globalBatch: 16, zero: 1, ...change })));
    if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
    return answer.estimate.modelFlops;
  };
  const chunks = schedule === "1f1b" ? 1 : 2;
  const whole = flops({ dp: 8, numMicroBatches: 2 });
  const vpp = schedule === "dualpipe_v" ? chunks : 1;
  expect(flops({ pp: 4, dp: 2, vpp, schedule, numMicroBatches: 8 })).toBeCloseTo(whole, -3);
});
