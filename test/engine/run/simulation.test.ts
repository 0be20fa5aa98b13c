import { describe, expect, test } from "vitest";
import { memoryLoss, renewalGoodput, twoLevelGoodput } from "../../../src/engine/formulas/goodput.ts";
import { erlangLoss } from "../../../src/engine/formulas/reliability.ts";
import { simulation } from "../../../src/engine/index.ts";
import type { Course } from "../../../src/engine/run/simulation/drawRun.ts";
import { drawRuns } from "../../../src/engine/run/simulation/simulation.ts";
import { failing, optimum, run, scenarioOf, sharded } from "./support/runs.ts";

const course: Course = {
  training: 1e6,
  mtbf: 1e4,
  interval: 1e3,
  blocking: 10,
  unsafe: 0,
  recovery: 300,
  lost: 0,
  persistedEvery: 1,
  takesNode: 1,
  spares: Number.POSITIVE_INFINITY,
  repair: 1e5,
};

/** How many standard errors the mean of 2,000 runs is from what is expected. */
function distance(of: Course, expected: number): number {
  const { times } = drawRuns(of, 2_000, 7);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  return Math.abs(mean - expected) / Math.sqrt(squares / (times.length - 1) / times.length);
}

/**
 * The expected time to a checkpoint, as the renewal equation E = P(no failure) w + P(failure) (mean time to it + recovery + E)
 * gives it: integrated over the time of the first failure, with recoveries that fail again, and solved for E.
 */
function renewal({ interval, blocking, mtbf, recovery }: Course): number {
  const steps = 20_000;
  const over = (end: number): { readonly none: number; readonly until: number } => {
    let until = 0;
    for (let i = 0; i < steps; i++) {
      const t = ((i + 0.5) * end) / steps;
      until += (t * Math.exp(-t / mtbf) * end) / steps / mtbf;
    }
    return { none: Math.exp(-end / mtbf), until };
  };
  const work = over(interval + blocking);
  const again = over(recovery);
  // V = none * recovery + until + (1 - none) V
  const recovered = (again.none * recovery + again.until) / again.none;
  return (work.none * (interval + blocking) + work.until + (1 - work.none) * recovered) / work.none;
}

const grid = [2e3, 1e4, 1e6].flatMap((mtbf) =>
  [100, 1e3, 5e3].flatMap((interval) =>
    [1, 60, 600].flatMap((blocking) =>
      [0, 300, 1_800].map((recovery) => ({ mtbf, interval, blocking, recovery })),
    ),
  ),
);

describe("the closed form, the renewal equation and the simulation", () => {
  test.each(grid)("agree at %o", (point) => {
    const of = { ...course, ...point, training: 40 * point.interval };
    const { mtbf: M_c, interval: tau, blocking: C_k, recovery: R_s } = point;
    const closed = tau / renewalGoodput.evaluate({ tau, M_c, C_k, R_s, D_w: 0 });
    expect(renewal(of) / closed).toBeCloseTo(1, 6);
    // Of 81 comparisons one beyond four standard errors is a chance of one in two hundred; the seed makes it none.
    expect(distance(of, 40 * closed)).toBeLessThan(4);
  });

  test("agree where a checkpoint is safe only some time after it stopped training", () => {
    const of = { ...course, unsafe: 400 };
    const { mtbf: M_c, interval: tau, blocking: C_k, recovery: R_s, unsafe: D_w } = of;
    const first = M_c * Math.exp(R_s / M_c) * Math.expm1((tau + C_k + D_w) / M_c);
    const cycle = tau / renewalGoodput.evaluate({ tau, M_c, C_k, R_s, D_w });
    expect(distance(of, first + (of.training / tau - 1) * cycle)).toBeLessThan(4);
  });

  test.each([0.02, 0.3, 1])("agree with checkpoints in memory that %f of failures lose", (lost) => {
    const of = { ...course, lost, persistedEvery: 10 };
    const { mtbf: M_c, interval: tau, blocking: C_k, recovery: R_s } = of;
    const q_l = memoryLoss.evaluate({ p_l: lost, R_s, M_c });
    const cycle = { K_p: 10, tau, q_l, M_c, R_s, D_w: 0, C_k };
    expect(distance(of, of.training / twoLevelGoodput.evaluate(cycle))).toBeLessThan(4);
  });

  test.each([0, 2, 12])("agree on the time waited for nodes, with %i spares", (spares) => {
    const of = { ...course, spares, training: 2e7 };
    const { times, waiting } = drawRuns(of, 50, 3);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    let c_r = 1;
    for (let n = 1; n <= spares + 1; n++) c_r = erlangLoss.evaluate({ E_r: of.repair / of.mtbf, c_r, n });
    expect(waiting / mean / c_r).toBeCloseTo(1, 1);
  });
});

describe("Young's and Daly's intervals", () => {
  const loss = (tau: number, C_k: number): number =>
    1 -
    renewalGoodput.evaluate({ tau, M_c: 1, C_k, R_s: 0, D_w: 0 }) /
      renewalGoodput.evaluate({ tau: optimum(C_k, 1), M_c: 1, C_k, R_s: 0, D_w: 0 });

  test("Young's is as good where checkpoints are short, and loses where they are not", () => {
    expect(loss(Math.sqrt(2 * 1e-3), 1e-3)).toBeLessThan(1e-4);
    expect(loss(Math.sqrt(2 * 0.5), 0.5)).toBeGreaterThan(0.02);
  });
});

describe("the simulation of a scenario", () => {
  const plan = { tokens: 1e10, checkpoint: sharded, simulate: { runs: 500, seed: 3 } };
  const of = (change: object = {}) => {
    const made = simulation(
      scenarioOf({ ...plan, ...change }, failing),
      run({ ...plan, ...change }, failing),
    );
    if (!made) throw new Error("nothing was simulated");
    return made;
  };

  test("is the same for the same seed, another for another", () => {
    expect([...of().times]).toEqual([...of().times]);
    expect(of({ simulate: { runs: 500, seed: 4 } }).mean).not.toBe(of().mean);
  });

  test("its percentiles are in order, and its mean is that of the closed form within its confidence", () => {
    const { mean, low, high, expected, percentile } = of();
    const shares = [0, 0.05, 0.5, 0.95, 1].map(percentile);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(Math.abs(expected - mean)).toBeLessThan(2 * (high - low));
  });

  test("there is none without failures", () => {
    expect(simulation(scenarioOf(plan), run(plan))).toBeNull();
  });
});
