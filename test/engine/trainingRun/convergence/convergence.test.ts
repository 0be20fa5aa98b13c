import { describe, expect, test } from "vitest";
import type { ConvergenceEstimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { ScalingLaw } from "../../../../src/engine/scenario/convergence.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const law: ScalingLaw = {
  ...{ name: "chinchilla", own: false, kind: "sum" },
  ...{ irreducible: 1.69, modelScale: 406.4, modelExponent: 0.34, tokenScale: 410.7, tokenExponent: 0.28 },
};
const kaplan: ScalingLaw = {
  ...{ name: "kaplan", own: false, kind: "joint" },
  ...{ modelUnit: 6.4e13, modelExponent: 0.076, tokenUnit: 1.8e13, tokenExponent: 0.103 },
};
const small = gpt(24, 2048, 16);
const at = (change: Partial<Plan>) =>
  scenario(small, selene(8), plan({ dp: 64, zero: 1, globalBatch: 512, scalingLaw: law, ...change }));

function of(change: Partial<Plan>): ConvergenceEstimate {
  const answer = estimate(at(change));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const { convergence } = answer.estimate;
  if (!convergence) throw new Error("no convergence");
  return convergence;
}
const B = 512 * 2048;

describe("steps against examples", () => {
  test("at the critical batch a run takes twice the tokens and twice the steps of the least", () => {
    const target = { targetLoss: 2.7, criticalBatch: B };
    const [here, free] = [of(target), of({ ...target, criticalBatch: "none" })];
    expect(here.statisticalEfficiency).toBe(0.5);
    expect((here.toLoss?.tokens ?? 0) / (free.toLoss?.tokens ?? 1)).toBeCloseTo(2, 12);
  });

  test.each([64, 512, 4_096])("(S/S_min - 1)(E/E_min - 1) = 1 at %i sequences", (globalBatch) => {
    const critical = 1e6;
    const { toLoss } = of({ targetLoss: 2.7, criticalBatch: critical, globalBatch });
    const least = of({ targetLoss: 2.7, criticalBatch: "none" }).toLoss?.tokens ?? 0;
    const E = toLoss?.tokens ?? 0;
    const S = E / (globalBatch * 2048);
    expect((S / (least / critical) - 1) * (E / least - 1)).toBeCloseTo(1, 9);
  });

  test("a larger batch never needs fewer tokens nor more steps", () => {
    const runs = [64, 256, 1_024, 4_096].map((globalBatch) =>
      of({ targetLoss: 2.7, criticalBatch: "zhang", globalBatch }),
    );
    const [tokens, steps] = [runs.map((c) => c.toLoss?.tokens ?? 0), runs.map((c) => c.toLoss?.steps ?? 0)];
    expect([...tokens].sort((a, b) => a - b)).toEqual(tokens);
    expect([...steps].sort((a, b) => b - a)).toEqual(steps);
  });
});

describe.each([law, kaplan])("the law $name", (scalingLaw) => {
  test("reaches at tokens_to_loss the loss that was asked for", () => {
    const target = of({ scalingLaw, targetLoss: 2.9, criticalBatch: 2e6 });
    const tokens = target.toLoss?.tokens ?? 0;
    expect(of({ scalingLaw, tokens, criticalBatch: 2e6 }).loss).toBeCloseTo(2.9, 9);
  });

  test("never goes below its floor", () => {
    const c = of({ scalingLaw, tokens: 1e30, criticalBatch: "none" });
    expect(c.loss).toBeCloseTo(c.leastLoss ?? 0, 4);
    const asked = estimate(at({ scalingLaw, targetLoss: c.leastLoss ?? 0, criticalBatch: "none" }));
    expect(!asked.ok && asked.refusals[0]?.code).toBe("loss-out-of-reach");
  });
});

test("the compute-optimal model is better than one of half or twice its size at the same FLOPs", () => {
  const best = of({ tokens: 1e11, criticalBatch: "none" }).computeOptimal;
  const { params, tokens, loss } = best ?? { params: 0, tokens: 0, loss: 0 };
  const near = (factor: number): number =>
    1.69 + 406.4 / (params * factor) ** 0.34 + 410.7 / (tokens / factor) ** 0.28;
  expect(near(1)).toBeCloseTo(loss, 9);
  expect(near(0.5)).toBeGreaterThan(loss);
  expect(near(2)).toBeGreaterThan(loss);
});

test("learning rates from a tuned batch: linear, root, and along the noise scale's curve", () => {
  const tuned = { batchTokens: B / 4, learningRate: 1e-3, beta2: 0.95 };
  const rates = of({ tuned, criticalBatch: 1e12 }).learningRate;
  expect(rates?.linear).toBeCloseTo(4e-3, 12);
  expect(rates?.squareRoot).toBeCloseTo(2e-3, 12);
  expect(rates?.noiseScale).toBeCloseTo(4e-3, 6);
  expect(rates?.warmUp).toBe(40);
});

test("both readings agree, and a plan that asks for nothing gets nothing", () => {
  const change = { targetLoss: 2.7, tokens: 1e11, criticalBatch: "zhang" } as const;
  const explained = explainScenario(at(change));
  if (!explained.ok) throw new Error("refused");
  expect(explained.estimate.convergence?.toLoss?.time.value).toBe(of(change).toLoss?.time);
  const nothing = estimate(at({}));
  expect(nothing.ok && nothing.estimate.convergence).toBeNull();
});
