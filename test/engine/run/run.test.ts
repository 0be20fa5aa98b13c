import { describe, expect, test } from "vitest";
import { dalyInterval, renewalGoodput } from "../../../src/engine/formulas/checkpoint.ts";
import { estimate } from "../../../src/engine/index.ts";
import type { Cluster, Plan } from "../../../src/engine/scenario.ts";
import { korthikanti } from "../support/scenarios.ts";

function run(planChange: Partial<Plan>, clusterChange: Partial<Cluster> = {}) {
  const base = korthikanti(planChange);
  const answer = estimate({ ...base, cluster: { ...base.cluster, ...clusterChange } });
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
}

describe("a run", () => {
  test("without a token budget there is none", () => {
    expect(run({}).run).toBeNull();
  });

  test("steps, time, device time and cost follow from the step", () => {
    const e = run({ tokens: 64 * 2048 * 1000 + 1 }, { pricePerDeviceSecond: 2 / 3600 });
    expect(e.run?.steps).toBe(1001);
    expect(e.run?.timeToTrain).toBe(1001 * e.time.step.value);
    expect(e.run?.deviceTime).toBe(64 * 1001 * e.time.step.value);
    expect(e.run?.cost).toBeCloseTo(((e.run?.deviceTime ?? 0) * 2) / 3600, 6);
    expect(e.run?.goodput).toBeNull();
  });

  test("failures stretch it by the goodput", () => {
    const failing = { mtbfDeviceSeconds: 64 * 10_000, storageBytesPerSecond: 1e11, restartSeconds: 300 };
    const checkpoint = { intervalSeconds: "young_daly", overlap: "none" } as const;
    const e = run({ tokens: 1e9, checkpoint }, failing);
    const r = e.run;
    expect(r?.goodput).toBeGreaterThan(0.8);
    expect(r?.goodput).toBeLessThan(1);
    expect(r?.timeToTrain).toBeCloseTo(((r?.steps ?? 0) * e.time.step.value) / (r?.goodput ?? 1), 6);
    const worse = run({ tokens: 1e9, checkpoint: { ...checkpoint, intervalSeconds: 20_000 } }, failing).run;
    expect(worse?.goodput).toBeLessThan(r?.goodput ?? 0);
    const async = run({ tokens: 1e9, checkpoint: { ...checkpoint, overlap: "async" } }, failing).run;
    expect(async?.goodput).toBeGreaterThan(r?.goodput ?? 1);
  });
});

describe("checkpoints", () => {
  test.each([
    [10, 1e4],
    [60, 1e4],
    [60, 1e6],
  ])("writing for %i s with failures every %i s: no interval beats Daly's by 0.1 %%", (C_k, M_c) => {
    const at = (tau: number): number => renewalGoodput.evaluate({ tau, M_c, C_k, R_s: 0 });
    const best = at(dalyInterval.evaluate({ C_k, M_c }));
    for (let factor = 0.1; factor < 10; factor *= 1.05)
      expect(at(dalyInterval.evaluate({ C_k, M_c }) * factor)).toBeLessThan(best * 1.001);
  });

  test("for rare failures the loss is C/tau + tau/(2M) + R/M", () => {
    const [tau, M_c, C_k, R_s] = [3600, 1e7, 20, 600];
    const lost = 1 - renewalGoodput.evaluate({ tau, M_c, C_k, R_s });
    expect(lost / (C_k / tau + tau / (2 * M_c) + R_s / M_c)).toBeCloseTo(1, 1);
  });
});
