import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const small = gpt(8, 2048, 16);
const at = (devices: number, jitter: Cluster["jitter"], change: Partial<Plan> = {}) =>
  scenario(
    small,
    selene(Math.ceil(devices / 8), undefined, { devices, jitter }),
    plan({ dp: devices, globalBatch: 4 * devices, ...change }),
  );

function of(devices: number, jitter: Cluster["jitter"], change: Partial<Plan> = {}): Estimate {
  return estimated(at(devices, jitter, change));
}
const part = (e: Estimate, name: string): number =>
  e.time.step.parts.find((one) => one.name === `time.${name}`)?.value ?? 0;
const lognormal = { kind: "lognormal", sigma: 0.02 } as const;

describe("a step with jitter", () => {
  test("is longer by what it waits, and nothing else moves", () => {
    const [calm, waiting] = [of(1_024, null), of(1_024, lognormal)];
    const waited = part(waiting, "stragglers");
    expect(waited).toBeGreaterThan(0);
    expect(waiting.time.step.value).toBeCloseTo(calm.time.step.value + waited, 12);
    expect(part(waiting, "compute")).toBe(part(calm, "compute"));
  });

  test("waits longer the more devices there are", () => {
    const waits = [8, 64, 1_024, 16_384].map((n) => part(of(n, lognormal), "stragglers"));
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  });

  // At 1,000 devices one of them is always there.
  test.each([
    [10, 0.2 * (1 - 0.99 ** 10)],
    [1_000, 0.2],
    [16_384, 0.2],
  ])("one slow device in a hundred costs %i devices %d of their computation", (n, share) => {
    const e = of(n, { kind: "slow_devices", share: 0.01, slowdown: 0.2 });
    expect(part(e, "stragglers") / part(e, "compute")).toBeCloseTo(share, 4);
  });

  test("backup replicas wait less and learn from fewer sequences", () => {
    const all = of(256, lognormal);
    const backed = of(256, lognormal, { sync: { kind: "synchronous", islands: 1, backup: 16 } });
    expect(part(backed, "stragglers")).toBeLessThan(part(all, "stragglers"));
    const trained = (e: Estimate): number => e.tokensPerSecond * e.time.step.value;
    expect(trained(backed) / trained(all)).toBeCloseTo(240 / 256, 12);
  });

  test("says in a derivation what it rests on", () => {
    const answer = explainScenario(at(64, lognormal));
    if (!answer.ok) throw new Error("refused");
    const text = JSON.stringify(answer.estimate.time.step.value);
    expect(text).toContain("cluster.jitter.sigma");
    expect(text).toContain("slowestDevice");
    expect(answer.estimate.time.step.value.value).toBe(of(64, lognormal).time.step.value);
  });

  test.each<[string, Partial<Plan>]>([
    ["ZeRO", { zero: 1, sync: { kind: "synchronous", islands: 1, backup: 1 } }],
    ["no replica left", { sync: { kind: "synchronous", islands: 1, backup: 64 } }],
  ])("is refused with %s", (_, change) => {
    expect(estimate(at(64, lognormal, change)).ok).toBe(false);
  });
});
