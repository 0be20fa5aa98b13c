import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { OptimizerName } from "../../../../src/engine/scenario/optimizer.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { optimizerTraits } from "../../../../src/engine/trainingStep/inputs/optimizers.ts";
import { runs } from "../../../support/runs.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [L, h, a, aKv, f, V] = [8, 2048, 16, 4, 6144, 32_000];
const model = llama(L, h, a, aKv, f, V);
const run = (change: Partial<Plan>, of: Model = model): Estimate => {
  const p = plan({ dp: 8, globalBatch: 32, flashAttention: true, ...change });
  return estimated(scenario(of, selene(1), p));
};
const leaf = (e: Estimate, name: string): number =>
  e.time.step.parts.find((part) => part.name === `time.${name}`)?.value ?? Number.NaN;
const P = run({}).params.value;
const MATRICES = L * (h * h * 2 + 2 * h * (h / 4) + 3 * h * f);
const names = Object.keys(optimizerTraits) as readonly OptimizerName[];
const shampoo = { block: 1024, interval: 100 };
const of = (optimizer: OptimizerName, change: Partial<Plan> = {}): Estimate =>
  run({ optimizer, shampoo: optimizer === "shampoo" ? shampoo : null, ...change });
/** Bytes a parameter, the fp32 copy of the weights included. */
const state = (optimizer: OptimizerName): number => of(optimizer).memory.optimizer / P;

describe("state", () => {
  test("master copy and moments", () => {
    expect(state("adam")).toBeCloseTo(12, 12);
    expect(state("adamw")).toBeCloseTo(12, 12);
    expect(state("lion")).toBeCloseTo(8, 12);
    expect(state("sgd_momentum")).toBeCloseTo(8, 12);
    expect(state("lamb")).toBeCloseTo(12, 12);
    expect(state("lars")).toBeCloseTo(8, 12);
    expect(state("sgd")).toBeCloseTo(4, 12);
  });

  test("8-bit Adam: a byte for each moment and an fp32 scale for 2,048 of them (arXiv:2110.02861, section 2)", () => {
    expect(state("adam_8bit")).toBeCloseTo(4 + 2 * (1 + 4 / 2048), 12);
  });

  test("Adafactor: a row and a column of each matrix (arXiv:1804.04235, algorithm 4)", () => {
    const kv = h / 4;
    const sums = L * (2 * (h + h) + 2 * (h + kv) + 2 * (h + f) + (f + h));
    expect(of("adafactor").memory.optimizer - 4 * P).toBeCloseTo(4 * sums, 0);
  });

  test("Muon: one moment for matrices of the layers, two for the rest (arXiv:2502.16982, section 2.1)", () => {
    expect(of("muon").memory.optimizer).toBeCloseTo((4 + 4) * P + 4 * (P - MATRICES), 0);
  });

  test("Shampoo: a square block's preconditioners and roots are four times the block", () => {
    // All sides are multiples of 512: keys and values are 2,048 by 512, in blocks of 1,024 by 512.
    const square = 4 * (MATRICES - L * 2 * h * 512);
    const oblong = L * 2 * h * 512 * 2 * (2 + 1 / 2);
    expect(of("shampoo").memory.optimizer).toBeCloseTo(12 * P + 4 * (square + oblong), -1);
  });

  test("tensor parallelism and ZeRO share it; a matrix's rows are summed on every rank of the columns", () => {
    for (const name of names) {
      const whole = of(name).memory.optimizer;
      expect(of(name, { zero: 1 }).memory.optimizer / whole).toBeCloseTo(1 / 8, 6);
      expect(of(name, { tp: 2, dp: 4 }).memory.optimizer).toBeLessThan(whole);
    }
  });
});

describe("step", () => {
  test("the fewer bytes of state, the shorter the update", () => {
    const order: readonly OptimizerName[] = ["adam", "lion", "adam_8bit", "sgd"];
    const times = order.map((name) => leaf(of(name), "optimizer"));
    expect([...times].sort((x, y) => y - x)).toEqual(times);
    expect(leaf(of("adamw"), "optimizer")).toBe(leaf(of("adam"), "optimizer"));
  });

  test("LAMB and LARS read weights for their norms, and their update or gradient (arXiv:1904.00962, arXiv:1708.03888)", () => {
    const more = (one: OptimizerName, than: OptimizerName, change: Partial<Plan> = {}): number =>
      leaf(of(one, change), "optimizer") - leaf(of(than, change), "optimizer");
    const rate = 2039e9 * 0.8;
    expect(more("lamb", "adam")).toBeCloseTo(((3 * 4 + 4) * P) / rate, 9);
    expect(more("lamb", "adam", { zero: 1 })).toBeCloseTo(((3 * 4 + 4) * P) / rate / 8, 9);
    expect(more("lars", "sgd_momentum")).toBeCloseTo(((2 + 4) * P) / rate, 9);
  });

  test("Muon's iteration costs what its products do, shared over the ranks with a share of its state", () => {
    const products = (change: Partial<Plan>): number =>
      leaf(of("muon", change), "optimizer") - leaf(of("sgd_momentum", change), "optimizer");
    const flops = (m: number, n: number): number => 5 * (4 * m * m * n + 2 * m ** 3);
    const kv = h / 4;
    const C = L * (2 * flops(h, h) + 2 * flops(kv, h) + 3 * flops(h, f));
    const moved = (2 * 4 * (P - MATRICES)) / (2039e9 * 0.8);
    expect(products({})).toBeCloseTo(C / (312e12 * 0.8) + moved, 6);
    expect(products({ zero: 1 })).toBeCloseTo((C / (312e12 * 0.8) + moved) / 8, 6);
  });

  test("Muon gathers momenta of matrices in 16 bits over the ranks that share them, no other optimizer does", () => {
    const gathered = (name: OptimizerName, change: Partial<Plan>) =>
      of(name, change).comm.filter(({ what }) => what === "momenta");
    expect(gathered("muon", {})).toEqual([]);
    expect(gathered("adam", { zero: 1 })).toEqual([]);
    const [over] = gathered("muon", { zero: 1 });
    expect(over).toMatchObject({ dimension: "dp", op: "all_gather", groupSize: 8, bytes: 2 * MATRICES });
    const both = gathered("muon", { zero: 1, tp: 2, dp: 4 });
    expect(both.map(({ dimension }) => dimension)).toEqual(["dp", "tp"]);
    // The share of a data-parallel rank, of all tensor-parallel ones.
    expect(both[1]?.bytes).toBeCloseTo((2 * MATRICES) / 4, 0);
  });

  test("inverse roots cost less the rarer they are", () => {
    const at = (interval: number): number =>
      leaf(of("shampoo", { shampoo: { block: 1024, interval } }), "optimizer");
    expect(at(10)).toBeGreaterThan(at(100));
    expect((at(1) - at(2)) / (at(2) - at(4))).toBeCloseTo(2, 6);
  });
});

test("every optimizer can be explained, and on random models nothing is negative or not a number", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.constantFrom(1, 2, 4),
      fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<Plan["zero"]>,
      fc.boolean(),
      (optimizer, tp, zero, old) => {
        const p = plan({
          ...{ dp: 8 / tp, tp, zero, optimizer, globalBatch: 32 },
          shampoo: optimizer === "shampoo" ? shampoo : null,
        });
        const s = scenario(old ? gpt(4, 1024, 16) : model, selene(1), p);
        const [plain, explained] = [estimate(s), explainScenario(s)];
        if (!plain.ok || !explained.ok) throw new Error("refused");
        expect(explained.estimate.memory.optimizer.value).toBe(plain.estimate.memory.optimizer);
        expect(explained.estimate.time.step.value.value).toBe(plain.estimate.time.step.value);
        expect(plain.estimate.memory.optimizer).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(plain.estimate.time.step.value)).toBe(true);
      },
    ),
    { numRuns: runs(60) },
  );
});
