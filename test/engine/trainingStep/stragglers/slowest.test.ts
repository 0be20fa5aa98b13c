import { describe, expect, test } from "vitest";
import type { Jitter } from "../../../../src/engine/scenario/failures.ts";
import { logNormalCdf } from "../../../../src/engine/trainingStep/stragglers/normal.ts";
import { slowest } from "../../../../src/engine/trainingStep/stragglers/slowest.ts";

const alone = { devices: 1, dropped: 0, steps: 1 };
const normal = { kind: "normal", sigma: 1 } as const;

describe("the normal distribution", () => {
  test.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1, 0.15865525393145707],
    [2.99, 0.9986051127645078],
    [3.01, 0.9986937615512306],
    [-5, 2.866515718791946e-7],
    [-8, 6.220960574271819e-16],
  ])("below %d lies %d", (z, share) => {
    expect(Math.exp(logNormalCdf(z)) / share).toBeCloseTo(1, 12);
  });
});

describe("the slowest of n", () => {
  // Expected largest of n standard normal draws: Harter, Biometrika 48, 1961, table 1 (n to 400).
  test.each([
    [2, 0.56419],
    [5, 1.16296],
    [10, 1.53875],
    [50, 2.24907],
    [100, 2.50759],
    [400, 2.96818],
  ])("of %i normal draws is at Harter's %d", (n, score) => {
    expect(slowest(normal, { ...alone, replicas: n }) - 1).toBeCloseTo(score, 4);
  });

  test("sqrt(2 ln n) says too much: a tenth at 16,384 devices", () => {
    const score = slowest(normal, { ...alone, replicas: 16_384 }) - 1;
    expect(Math.sqrt(2 * Math.log(16_384)) / score).toBeGreaterThan(1.09);
  });

  test("a share of slow devices is met with probability 1 - (1 - q)^n", () => {
    const jitter = { kind: "slow_devices", share: 0.01, slowdown: 0.2 } as const;
    for (const n of [10, 1_000, 16_384])
      expect(slowest(jitter, { ...alone, replicas: n })).toBeCloseTo(1 + 0.2 * (1 - 0.99 ** n), 12);
  });

  test("devices of a replica and replicas are one group where nothing is dropped", () => {
    const jitter = { kind: "lognormal", sigma: 0.05 } as const;
    expect(slowest(jitter, { ...alone, devices: 64, replicas: 16 })).toBeCloseTo(
      slowest(jitter, { ...alone, replicas: 1_024 }),
      12,
    );
  });

  test("alone it is what the estimate says", () => {
    for (const jitter of [
      { kind: "normal", sigma: 0.1 },
      { kind: "lognormal", sigma: 0.3 },
      { kind: "observed", times: [9, 10, 12], counts: [3, 5, 1] },
    ] as const)
      expect(slowest(jitter, { ...alone, replicas: 1 })).toBeCloseTo(1, 5);
  });
});

/** Uniform draws from a seed (mulberry32), normal ones by Box and Muller. */
function draws(seed: number): { uniform(): number; normal(): number } {
  let state = seed;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

function draw(jitter: Jitter, { uniform, normal }: ReturnType<typeof draws>): number {
  switch (jitter.kind) {
    case "normal":
      return 1 + jitter.sigma * normal();
    case "lognormal":
      return Math.exp(jitter.sigma * normal() - jitter.sigma ** 2 / 2);
    case "slow_devices":
      return uniform() < jitter.share ? 1 + jitter.slowdown : 1;
    case "observed":
      return 0;
  }
}

/** Mean and standard error of many runs. */
function simulated(runs: number, one: () => number): { mean: number; error: number } {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < runs; i++) {
    const x = one();
    sum += x;
    squares += x * x;
  }
  const mean = sum / runs;
  return { mean, error: Math.sqrt((squares / runs - mean ** 2) / runs) };
}

describe("against simulation, within four standard errors", () => {
  test.each<[string, Jitter, number, number, number]>([
    ["normal", { kind: "normal", sigma: 0.05 }, 8, 32, 0],
    ["lognormal", { kind: "lognormal", sigma: 0.2 }, 4, 64, 0],
    ["lognormal, two dropped", { kind: "lognormal", sigma: 0.2 }, 4, 32, 2],
    ["slow devices", { kind: "slow_devices", share: 0.003, slowdown: 0.5 }, 8, 32, 0],
    ["slow devices, one dropped", { kind: "slow_devices", share: 0.003, slowdown: 0.5 }, 8, 32, 1],
  ])("%s", (_, jitter, devices, replicas, dropped) => {
    const random = draws(7);
    const { mean, error } = simulated(2_000, () => {
      const times = Array.from({ length: replicas }, () => {
        let worst = 0;
        for (let i = 0; i < devices; i++) worst = Math.max(worst, draw(jitter, random));
        return worst;
      }).sort((a, b) => a - b);
      return times[replicas - 1 - dropped] ?? 0;
    });
    const expected = slowest(jitter, { devices, replicas, dropped, steps: 1 });
    expect(Math.abs(mean - expected)).toBeLessThan(4 * error);
  });

  test("waiting every 16 steps evens out what is not lasting", () => {
    const jitter = { kind: "lognormal", sigma: 0.2 } as const;
    const random = draws(11);
    const [devices, replicas, steps] = [4, 16, 16];
    const { mean, error } = simulated(1_000, () => {
      let worst = 0;
      for (let r = 0; r < replicas; r++) {
        let total = 0;
        for (let s = 0; s < steps; s++) {
          let inReplica = 0;
          for (let i = 0; i < devices; i++) inReplica = Math.max(inReplica, draw(jitter, random));
          total += inReplica;
        }
        worst = Math.max(worst, total / steps);
      }
      return worst;
    });
    const expected = slowest(jitter, { devices, replicas, dropped: 0, steps });
    // The sum of 16 steps is not quite normal.
    expect(Math.abs(mean - expected)).toBeLessThan(4 * error + 0.005);
  });
});
