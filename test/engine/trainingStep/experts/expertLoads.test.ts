import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Balance, Plan } from "../../../../src/engine/scenario/plan.ts";
import { expertLoads } from "../../../../src/engine/trainingStep/inputs/expertLoads.ts";
import { runs } from "../../../support/runs.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const EXPERTS = 64;
const K = 4;
const model: Model = {
  ...llama(4, 2048, 16, 16, 1024, 32_000),
  mlp: {
    ...{ kind: "moe", experts: EXPERTS, shared: 1, sharedDff: 1024, topK: K, groups: 1, topGroups: 1 },
    ...{ expert: { kind: "swiglu", dFf: 1024 }, denseLayers: 0, every: 1, dense: null },
  },
};
const of = (change: Partial<Plan>): Estimate => {
  const base = { dp: 64, ep: 32, globalBatch: 128, zero: 1, flashAttention: true } as const;
  return estimated(scenario(model, selene(8), plan({ ...base, ...change })));
};
const zipf = (s: number): Balance => ({ kind: "zipf", s });
const measured = (loads: readonly number[]): Balance => ({ kind: "measured", loads });
const sent = (e: Estimate): readonly number[] =>
  e.comm.filter(({ dimension }) => dimension === "ep").map(({ bytes }) => bytes);
const numbersOf = ({ time, memory, comm }: Estimate) => ({ time, memory, comm });

describe("tokens of experts", () => {
  test("are conserved, and no expert receives more than all of them", () => {
    const kinds = fc.oneof(
      fc.double({ min: 0, max: 10, noNaN: true }).map(zipf),
      fc
        .array(fc.double({ min: 0.001, max: 1000, noNaN: true }), { minLength: 64, maxLength: 64 })
        .map(measured),
    );
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 64 }), (balance, k) => {
        const loads = expertLoads(plan({ balance }), 64, k);
        expect(loads.reduce((sum, one) => sum + one, 0) / 64).toBeCloseTo(1, 9);
        for (const one of loads) expect(one).toBeLessThanOrEqual((64 / k) * (1 + 1e-9));
      }),
    );
  });

  test("loaded alike, they are what they are without the field", () => {
    const balanced = of({});
    expect(balanced.experts).toMatchObject({ busiest: 1, dropped: 0, tokens: (K * 2048 * 32) / EXPERTS });
    for (const balance of [zipf(0), measured(new Array<number>(EXPERTS).fill(7))])
      expect(numbersOf(of({ balance }))).toEqual(numbersOf(balanced));
    // Room to spare that nothing fills costs nothing.
    expect(numbersOf(of({ capacity: { factor: 1.25, pad: false } }))).toEqual(numbersOf(balanced));
  });

  test("more skew is never faster, nor takes less memory", () => {
    const skew = fc.double({ min: 0, max: 4, noNaN: true });
    const shape = fc.record({
      ep: fc.constantFrom(1, 2, 8, 16, 64),
      dispatch: fc.constantFrom<Plan["dispatch"]>("per_expert", "per_node"),
    });
    fc.assert(
      fc.property(skew, skew, shape, (one, other, shape) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((s) =>
          of({ balance: zipf(s), ...shape }),
        ) as [Estimate, Estimate];
        const atLeast = (a: number, b: number) => expect(a).toBeGreaterThanOrEqual(b * (1 - 1e-12));
        atLeast(more.time.step.value, less.time.step.value);
        atLeast(more.memory.peak, less.memory.peak);
        atLeast(more.experts?.busiest ?? 0, less.experts?.busiest ?? 1);
        more.comm.forEach(({ bytes }, i) => {
          atLeast(bytes, less.comm[i]?.bytes ?? Number.NaN);
        });
      }),
      { numRuns: runs(60) },
    );
  });

  test("one device with all experts has all tokens", () => {
    expect(of({ ep: 1, balance: zipf(1.5) }).experts?.busiest).toBe(1);
  });

  test.each([
    [0.3, null, 0.04],
    [0.7, null, 0.04],
    [1.2, null, 0.04],
    // Many experts are full then, and a few of them meet on one device.
    [0.7, 1.5, 0.12],
    [1.2, 1.5, 0.12],
  ])("the busiest device under zipf(%d), capacity %s: as in simulated placements", (s, factor, within) => {
    // A generator of Lehmer's, so that the test is the same each time.
    let state = 42;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const balance = zipf(s);
    const loads = [...expertLoads(plan({ balance }), EXPERTS, K)].map((w) => Math.min(w, factor ?? w));
    for (const ep of [2, 4, 8, 16, 32, 64]) {
      const each = EXPERTS / ep;
      let sum = 0;
      const rounds = 3000;
      for (let round = 0; round < rounds; round++) {
        for (let i = EXPERTS - 1; i > 0; i--) {
          const j = Math.floor(random() * (i + 1));
          [loads[i], loads[j]] = [loads[j] ?? 0, loads[i] ?? 0];
        }
        let most = 0;
        for (let at = 0; at < EXPERTS; at += each)
          most = Math.max(most, loads.slice(at, at + each).reduce((a, b) => a + b, 0) / each);
        sum += most;
      }
      const capacity = factor === null ? null : { factor, pad: false };
      const expected = of({ ep, balance, capacity }).experts?.busiest ?? Number.NaN;
      expect(Math.abs(expected / (sum / rounds) - 1), `ep = ${ep}`).toBeLessThan(within);
    }
  });

  test("measured loads lie on devices in the experts' order, and on nodes", () => {
    const loads = Array.from({ length: EXPERTS }, (_, i) => (i < 2 ? 3 : 1));
    const mean = (64 + 4) / 64;
    expect(of({ balance: measured(loads) }).experts?.busiest).toBeCloseTo(3 / mean, 12);
    const apart = Array.from({ length: EXPERTS }, (_, i) => (i === 0 || i === 40 ? 3 : 1));
    expect(of({ balance: measured(apart) }).experts?.busiest).toBeCloseTo(2 / mean, 12);
    // The node of the first sixteen experts has two of the busy ones; once per node is what travels between nodes.
    const [across = 0] = sent(of({ balance: measured(loads), dispatch: "per_node" }));
    const [alike = 1] = sent(of({ dispatch: "per_node" }));
    expect(across / alike).toBeCloseTo(20 / 16 / mean, 12);
  });

  test("beyond the capacity, tokens are dropped; those that stay and those that go are all", () => {
    const loads = Array.from({ length: EXPERTS }, (_, i) => (i < 32 ? 1.5 : 0.5));
    const at = (factor: number, pad: boolean) => of({ balance: measured(loads), capacity: { factor, pad } });
    expect(at(1, false).experts?.dropped).toBeCloseTo(0.25, 12);
    expect(at(1.25, false).experts?.dropped).toBeCloseTo(0.125, 12);
    expect(at(2, false).experts?.dropped).toBe(0);
    expect(at(1, false).experts?.busiest).toBe(1);
    expect(numbersOf(at(2, false))).toEqual(numbersOf(of({ balance: measured(loads) })));
  });

  test("padded to its capacity, an expert computes and receives it whole, however few tokens there are", () => {
    const padded = of({ capacity: { factor: 2, pad: true } });
    const plain = of({});
    expect(sent(padded)).toEqual(sent(plain).map((bytes) => 2 * bytes));
    expect(padded.experts?.tokens).toBe(2 * (plain.experts?.tokens ?? 0));
    expect(padded.time.step.value).toBeGreaterThan(plain.time.step.value);
    expect(padded.memory.activations).toBeGreaterThan(plain.memory.activations);
    expect(padded.modelFlops).toBe(plain.modelFlops);
    // The distribution only says what is dropped.
    const skewed = of({ balance: zipf(1), capacity: { factor: 2, pad: true } });
    expect(numbersOf(skewed)).toEqual(numbersOf(padded));
    expect(skewed.experts?.dropped).toBeGreaterThan(0.1);
  });

  test("few tokens an expert make its products less efficient", () => {
    const gemm = (e: Estimate): number =>
      e.time.step.parts[0]?.parts.find(({ name }) => name === "time.gemm")?.value ?? Number.NaN;
    // The same tokens in micro-batches of 256 and of 4096.
    const few = gemm(of({ seqLen: 256, globalBatch: 1024 }));
    const many = gemm(of({ seqLen: 4096, globalBatch: 64 }));
    expect(few).toBeGreaterThan(1.1 * many);
  });

  test("every number explains itself to the same value", () => {
    const s = scenario(model, selene(8), plan({ dp: 64, ep: 32, globalBatch: 128, balance: zipf(0.7) }));
    const [plain, explained] = [estimate(s), explainScenario(s)];
    if (!plain.ok || !explained.ok) throw new Error("refused");
    expect(explained.estimate.experts?.busiest.value).toBe(plain.estimate.experts?.busiest);
    expect(explained.estimate.time.step.value.value).toBeCloseTo(plain.estimate.time.step.value, 12);
  });
});
