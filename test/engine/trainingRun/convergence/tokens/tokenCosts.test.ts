import { describe, expect, test } from "vitest";
import { Random } from "../../../../../src/engine/core/random.ts";
import type { Estimate } from "../../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../../src/engine/index.ts";
import type { Plan } from "../../../../../src/engine/scenario/plan.ts";
import type { Compression, Sync } from "../../../../../src/engine/scenario/sync.ts";
import { runs } from "../../../../support/runs.ts";
import { estimated } from "../../../support/estimated.ts";
import { gpt, mixed, plan, scenario, selene } from "../../../support/scenarios.ts";

const law: Plan["scalingLaw"] = {
  ...{ name: "chinchilla", own: false, kind: "sum" },
  ...{ irreducible: 1.69, modelScale: 406.4, modelExponent: 0.34, tokenScale: 410.7, tokenExponent: 0.28 },
};
const goal = { dp: 64, globalBatch: 512, scalingLaw: law, targetLoss: 2.7, criticalBatch: "zhang" } as const;
const at = (change: Partial<Plan>) => scenario(gpt(24, 2048, 16), selene(8), plan({ ...goal, ...change }));
const of = (change: Partial<Plan>): Estimate => estimated(at(change));
const tokens = (change: Partial<Plan>): number => of(change).convergence?.toLoss?.tokens ?? Number.NaN;
const costs = (change: Partial<Plan>) => {
  const found = of(change).convergence?.tokenCosts;
  if (!found) throw new Error("no costs");
  return found;
};

const local = (steps: number, islands = 8): Partial<Plan> => ({
  dpShard: 1,
  sync: { kind: "local_sgd", islands, steps, exchangeBytes: 4 },
});
const servers = (bound: number | null): Partial<Plan> => ({
  dpShard: 1,
  sync: { kind: "asynchronous", islands: 64, servers: 64, serverBytesPerSecond: 25e9, bound } as Sync,
});
const none = { warmUp: 0, errorBytes: 0 };
const fed = { warmUp: 0, errorBytes: 4 };
const top = (share: number): Partial<Plan> => ({ compression: { kind: "top_k", share, ...fed } });
const rank = (r: number): Partial<Plan> => ({ compression: { kind: "power_sgd", rank: r, ...fed } });
const bits = (b: number): Partial<Plan> => ({
  compression: { kind: "quantised", bits: b, block: 512, ...none } as Compression,
});
const fp8 = { ...mixed, name: "fp8", compute: "fp8" } as const;
const inFormat = (name: "fp8" | "nvfp4" | "mxfp4"): Partial<Plan> => ({
  precision: { ...fp8, name, compute: "bf16" },
});

/** Each list from the most careful to the most reckless. */
const ladders: readonly (readonly [string, readonly Partial<Plan>[]])[] = [
  ["steps between synchronisations", [{}, ...[1, 10, 30, 100, 500, 10_000, 1_000_000].map((H) => local(H))]],
  ["islands", [{}, ...[1, 2, 4, 8, 16, 64].map((M) => local(100, M))]],
  ["staleness", [{}, ...[0, 1, 3, 10, 63, null].map(servers)]],
  ["top-k", [{}, ...[0.1, 0.01, 0.001, 1e-4, 1e-6].map(top)]],
  ["low rank", [{}, ...[64, 4, 2, 1].map(rank)]],
  ["bits of gradients", [{}, ...[8, 4, 3, 2, 1].map(bits)]],
  ["formats", [{}, ...(["fp8", "nvfp4", "mxfp4"] as const).map(inFormat)]],
];

describe.each(ladders)("%s", (_, rungs) => {
  test("never take fewer tokens the looser they are, and at the end take more", () => {
    const found = rungs.map(tokens);
    expect(found.every(Number.isFinite)).toBe(true);
    for (const [k, next] of found.slice(1).entries())
      expect(next).toBeGreaterThanOrEqual((found[k] ?? 0) * (1 - 1e-12));
    expect(found.at(-1)).toBeGreaterThan((found[0] ?? 0) * 1.05);
  });
});

test("random plans: looser in one thing never takes fewer tokens", () => {
  const draw = new Random(7);
  const random = (): number => draw.uniform();
  const pick = (n: number): number => Math.floor(random() * n);
  for (let k = 0; k < runs(300); k++) {
    const base: Partial<Plan> = {
      targetLoss: 2.3 + random(),
      globalBatch: 64 * 2 ** pick(6),
      ...(random() < 0.5 ? inFormat("fp8") : {}),
    };
    const rungs = ladders[pick(ladders.length - 1)]?.[1] ?? [];
    const low = pick(rungs.length - 1);
    const [careful, reckless] = [tokens({ ...base, ...rungs[low] }), tokens({ ...base, ...rungs[low + 1] })];
    expect(reckless, JSON.stringify(rungs[low + 1])).toBeGreaterThanOrEqual(careful * (1 - 1e-12));
  }
});

test("staleness is what a bound allows, and what there are others", () => {
  expect([0, 1, 3, 100, null].map((b) => of(servers(b)).staleness)).toEqual([0, 1, 3, 63, 63]);
});

test("PipeDream's old weights take tokens, more with more stages, and Muon loses less to them", () => {
  const at = (pp: number, change: Partial<Plan> = {}): number =>
    costs({ pp, dp: 64 / pp, schedule: "pipedream", numMicroBatches: 8 * pp, ...change }).pipeline;
  expect(at(8)).toBeGreaterThan(at(2));
  expect(at(8, { optimizer: "muon" })).toBeLessThan(at(8));
});

test("islands that never meet take as many times the tokens as there are of them", () => {
  expect(costs(local(1e9, 8)).sync).toBe(8);
});

describe("outside of what was measured", () => {
  test("the summary says in what, and nothing within", () => {
    expect(costs({ ...local(100), targetLoss: 2.45 }).outside).toEqual([]);
    const [sentence, ...more] = costs({ ...local(500, 16), targetLoss: 2.45 }).outside;
    expect(more).toEqual([]);
    expect(sentence).toMatch(/up to 8 islands, 30 to 100 steps between synchronisations/);
    expect(of({ ...local(500, 16), targetLoss: 2.45 }).assumptions).toContain(sentence);
  });

  test("two at once are said to be unmeasured", () => {
    expect(costs({ ...local(100), ...inFormat("fp8") }).outside.join(" ")).toMatch(/multiplied/);
  });

  test.each([
    ["forgotten errors", { compression: { kind: "top_k", share: 0.01, ...none } }],
    ["signs from the first step", { compression: { kind: "one_bit", block: 1e6, ...fed } }],
    ["SGD", { optimizer: "sgd" }],
  ] as const)("%s are refused where a loss is asked for, and fine without", (_, change) => {
    const asked = estimate(at(change as Partial<Plan>));
    expect(!asked.ok && asked.refusals[0]?.code).toBe("not-modelled");
    expect(estimate(at({ ...(change as Partial<Plan>), targetLoss: null })).ok).toBe(true);
  });
});

test("ends contain the factor, and the parts multiply to it", () => {
  const found = costs({ ...local(200), ...inFormat("mxfp4") });
  expect(found.low).toBeLessThan(found.factor);
  expect(found.high).toBeGreaterThan(found.factor);
  expect(found.sync * found.precision).toBeCloseTo(found.factor, 12);
});

test("statistical efficiency is the batch's, divided by what the plan takes", () => {
  const [plain, loose] = [of({}).convergence, of(local(100)).convergence];
  expect(plain?.tokenCosts?.factor).toBe(1);
  const ratio = (plain?.statisticalEfficiency ?? 0) / (loose?.statisticalEfficiency ?? 1);
  expect(ratio).toBeCloseTo(loose?.tokenCosts?.factor ?? 0, 12);
});

test("the derivation's root is the value", () => {
  const explained = explainScenario(at(local(100)));
  if (!explained.ok) throw new Error("refused");
  expect(explained.estimate.convergence?.toLoss?.tokens.value).toBe(tokens(local(100)));
});
