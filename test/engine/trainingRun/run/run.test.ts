import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../../src/engine/estimate/breakdown.ts";
import { dalyInterval, youngInterval } from "../../../../src/engine/formulas/run/checkpoint.ts";
import { renewalGoodput } from "../../../../src/engine/formulas/run/goodput.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { failing, optimum, run, scenarioOf, sharded } from "./support/runs.ts";

const asked = { tokens: 1e9, checkpoint: sharded };
const total = (tree: Breakdown): number => tree.parts.reduce((sum, { value }) => sum + value, 0);

describe("a run", () => {
  test("without a token budget there is none", () => {
    expect(run({}).run).toBeNull();
  });

  test("steps, time, device time and cost follow from the step", () => {
    const e = run({ tokens: 64 * 2048 * 1000 + 1 }, { price: { kind: "hourly", perDeviceSecond: 2 / 3600 } });
    expect(e.run?.steps).toBe(1001);
    expect(e.run?.timeToTrain).toBe(1001 * e.time.step.value);
    expect(e.run?.deviceTime).toBe(64 * 1001 * e.time.step.value);
    expect(e.cost?.total.value).toBeCloseTo(((e.run?.deviceTime ?? 0) * 2) / 3600, 6);
    expect(e.goodput).toBeNull();
    expect(e.run && total(e.run.time)).toBe(e.run?.timeToTrain);
  });

  test("failures stretch it by the goodput", () => {
    const e = run(asked, failing);
    const goodput = e.goodput?.total ?? 1;
    expect(goodput).toBeGreaterThan(0.8);
    expect(goodput).toBeLessThan(1);
    expect(e.run?.timeToTrain).toBeCloseTo(((e.run?.steps ?? 0) * e.time.step.value) / goodput, 6);
    const worse = run({ ...asked, checkpoint: { ...sharded, interval: 20_000 } }, failing);
    expect(worse.goodput?.total).toBeLessThan(goodput);
    const async = run({ ...asked, checkpoint: { ...sharded, async: true } }, failing);
    expect(async.goodput?.total).toBeGreaterThan(goodput);
  });

  test("goodput needs no token budget", () => {
    const { tokens: _, ...rest } = asked;
    expect(run(rest, failing).goodput?.total).toBe(run(asked, failing).goodput?.total);
  });

  test.each<[string, Partial<Plan>, Partial<Cluster>]>([
    ["failures alone", {}, {}],
    [
      "stages of a restart",
      {},
      {
        recovery: {
          kind: "staged",
          detectionSeconds: 60,
          replacementSeconds: 30,
          launchSeconds: 300,
          warmUpSeconds: 10,
        },
      },
    ],
    ["spares", {}, { spares: 1 }],
    ["maintenance", {}, { maintenance: { everySeconds: 1e5, lastsSeconds: 1e4 } }],
    ["elastic", { elastic: { batch: "kept" } }, { spares: 0, repairSeconds: 3_600 }],
    [
      "spot capacity",
      {},
      {
        spot: {
          pricePerDeviceSecond: 1,
          mtbfSeconds: 1e6,
          per: "node" as const,
          noticeSeconds: 1e4,
          waitSeconds: 600,
        },
      },
    ],
    [
      "memory and storage",
      { checkpoint: { ...sharded, to: "memory", async: true, replicas: 1, persistSeconds: 3_600 } },
      {},
    ],
  ])("%s: the parts of its wall-clock time add up to it", (_name, plan, cluster) => {
    const e = run({ ...asked, ...plan }, { ...failing, ...cluster });
    expect(e.run && total(e.run.time) / e.run.timeToTrain).toBeCloseTo(1, 10);
    const recovery = e.run?.time.parts.find(({ name }) => name === "run.recovery");
    if (recovery && recovery.parts.length > 0) expect(total(recovery)).toBeCloseTo(recovery.value, 6);
    for (const part of e.run?.time.parts ?? []) expect(part.value).toBeGreaterThanOrEqual(0);
  });

  test("one that never finishes is refused with its numbers", () => {
    const answer = estimate(
      scenarioOf({ ...asked }, { ...failing, failures: { kind: "poisson", mtbfDeviceSeconds: 64 } }),
    );
    expect(answer.ok ? [] : answer.refusals.map(({ code }) => code)).toEqual(["never-finishes"]);
    expect(answer.ok || answer.refusals[0]?.params.mtbf).toBeCloseTo(1, 10);
  });
});

describe("the interval", () => {
  test.each([
    [10, 1e4],
    [60, 1e4],
    [60, 1e6],
  ])("writing for %i s with failures every %i s: no interval beats Daly's by 0.1%%", (C_k, M_c) => {
    const at = (tau: number): number => renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s: 0, D_w: 0 });
    const best = at(dalyInterval.evaluate({ C_k, M_c }));
    for (let factor = 0.1; factor < 10; factor *= 1.05)
      expect(at(dalyInterval.evaluate({ C_k, M_c }) * factor)).toBeLessThan(best * 1.001);
  });

  test.each([1e-6, 1e-3, 0.1, 0.5, 0.99])("optimal: none near it is better, C/M = %f", (share) => {
    const M_c = 1e4;
    const C_k = share * M_c;
    const at = (tau: number): number => renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s: 0, D_w: 0 });
    const best = optimum(C_k, M_c);
    expect(1 - best / M_c).toBeCloseTo(Math.exp(-(best + C_k) / M_c), 10);
    for (const factor of [0.9, 0.99, 1.01, 1.1]) expect(at(best * factor)).toBeLessThan(at(best));
    expect(at(best)).toBeGreaterThanOrEqual(at(youngInterval.evaluate({ C_k, M_c })));
  });

  test("for rare failures the loss is C/tau + tau/(2M) + R/M", () => {
    const [tau, M_c, C_k, R_s] = [3600, 1e7, 20, 600];
    const lost = 1 - renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s, D_w: 0 });
    expect(lost / (C_k / tau + tau / (2 * M_c) + R_s / M_c)).toBeCloseTo(1, 1);
  });

  test("is no shorter than writing the checkpoint before takes", () => {
    const slow = { ...failing, storageBytesPerSecond: 1e9 };
    const e = run({ ...asked, checkpoint: { ...sharded, async: true, interval: 1 } }, slow);
    expect(e.goodput?.interval).toBe(e.checkpoint?.unsafe);
  });
});
