import { describe, expect, test } from "vitest";
import { type Answer, estimate, explainScenario } from "../../../../src/engine/answer/answer.ts";
import type { LayerGroup, Plan, Recompute } from "../../../../src/engine/scenario/plan.ts";
import { generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(32, 4096, 32, 8, 14_336, 128_256);
const none: Recompute = { kind: "none", modules: [] };
const full: Recompute = { kind: "full", modules: [] };
const attention: Recompute = { kind: "selective", modules: ["attention"] };
const group = (layers: number, recompute: Recompute, change: Partial<LayerGroup> = {}): LayerGroup => ({
  ...{ layers, recompute, tp: null, zero: null },
  ...change,
});
const grouped = (...groups: readonly LayerGroup[]): Recompute => ({ kind: "by_layers", modules: [], groups });

const from = (recompute: Recompute, change: Partial<Plan> = {}) =>
  scenario(
    model,
    selene(2),
    plan({
      ...{ framework: generic, tp: 4, dp: 4, dpShard: 4, zero: 1, globalBatch: 32, numMicroBatches: 8 },
      ...{ seqLen: 2048, flashAttention: false, recompute },
      ...change,
    }),
  );
function of(recompute: Recompute, change: Partial<Plan> = {}): Extract<Answer, { ok: true }>["estimate"] {
  const answer = estimate(from(recompute, change));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
}
const numbers = ({ time, memory, hardwareFlops, modelFlops }: ReturnType<typeof of>): readonly number[] => [
  ...[time.step.value, memory.peak, memory.activations, hardwareFlops, modelFlops],
];
const near = (a: readonly number[], b: readonly number[]): void => {
  expect(a.map((value, i) => Number((value / (b[i] ?? 0)).toPrecision(12)))).toEqual(a.map(() => 1));
};

describe("strategies by group of layers", () => {
  test.each([none, full, attention, { kind: "selective", modules: ["mlp", "norms"] } as const])(
    "one group of all layers is the plan with that recomputation: %o",
    (recompute) => near(numbers(of(grouped(group(32, recompute)))), numbers(of(recompute))),
  );

  test("the first layers recomputed are those of `full(layers = 20)`", () => {
    const own = of(grouped(group(20, full), group(12, none)));
    near(numbers(own), numbers(of({ ...full, layers: 20 })));
  });

  test("groups of one kind that are apart count together", () => {
    const [apart, once] = [
      of(grouped(group(8, full), group(12, none), group(12, full))),
      of(grouped(group(20, full), group(12, none))),
    ];
    expect(apart.time.step.value).toBeCloseTo(once.time.step.value, 12);
    expect(apart.hardwareFlops / once.hardwareFlops).toBeCloseTo(1, 12);
    expect(apart.memory.activations).toBe(once.memory.activations);
  });

  test("a stage has the memory of its own layers' recomputation", () => {
    const change = { pp: 4, dp: 1, dpShard: 1, globalBatch: 16, numMicroBatches: 16 };
    const memory = (recompute: Recompute) => of(recompute, change).memory.stages.map(({ value }) => value);
    const own = memory(grouped(group(8, full), group(8, attention), group(16, none)));
    const [whole, some, all] = [memory(full), memory(attention), memory(none)];
    expect(own).toEqual([whole[0], some[1], all[2], all[3]]);
  });

  test("each way costs its own FLOPs", () => {
    const flops = (recompute: Recompute): number => of(recompute).hardwareFlops;
    const [base, whole, some] = [flops(none), flops(full), flops(attention)];
    const mixed = flops(grouped(group(8, full), group(16, attention), group(8, none)));
    expect(mixed - base).toBeCloseTo((whole - base) / 4 + (some - base) / 2, -9);
    expect((mixed - base) / ((whole - base) / 4 + (some - base) / 2)).toBeCloseTo(1, 9);
  });

  test("derivations say what the numbers say", () => {
    const recompute = grouped(group(8, full), group(16, attention), group(8, none));
    const explained = explainScenario(from(recompute));
    if (!explained.ok) throw new Error("refused");
    expect(explained.estimate.time.step.value.value).toBe(of(recompute).time.step.value);
    expect(explained.estimate.hardwareFlops.value).toBe(of(recompute).hardwareFlops);
  });

  test("what is not modelled is refused by name, and what does not add up", () => {
    const refused = (...groups: readonly LayerGroup[]): readonly string[] => {
      const answer = estimate(from(grouped(...groups)));
      return answer.ok
        ? []
        : answer.refusals.map(({ code, params }) => `${code} ${params.what ?? params.covered}`);
    };
    expect(refused(group(31, full))).toEqual(["strategies-not-layers 31"]);
    expect(refused(group(16, full, { tp: 4, zero: 1 }), group(16, none))).toEqual([]);
    expect(refused(group(16, full, { zero: 3 }), group(16, none))).toEqual([
      "not-modelled ZeRO stages that differ by group of layers",
    ]);
  });
});
