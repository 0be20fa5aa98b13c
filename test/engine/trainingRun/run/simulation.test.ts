import { describe, expect, test } from "vitest";
import { memoryLoss, renewalGoodput, twoLevelGoodput } from "../../../../src/engine/formulas/run/goodput.ts";
import {
  crowdedRate,
  erlangLoss,
  mixedRecovery,
  preemptionShare,
  shrunkRate,
  survivedRecovery,
} from "../../../../src/engine/formulas/run/reliability.ts";
import { simulation } from "../../../../src/engine/index.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { ratesLeft } from "../../../../src/engine/trainingRun/run/replicasLeft.ts";
import type {
  Recovering,
  RunParameters,
} from "../../../../src/engine/trainingRun/run/simulation/runParameters.ts";
import { drawRuns } from "../../../../src/engine/trainingRun/run/simulation/simulation.ts";
import { failing, optimum, run, scenarioOf, sharded } from "./support/runs.ts";

const parameters: RunParameters = {
  training: 1e6,
  mtbf: 1e4,
  interval: 1e3,
  blocking: 10,
  unsafe: 0,
  recoveries: [{ upTo: 1, unseen: 0, seconds: 300 }],
  lost: 0,
  persistedEvery: 1,
  takesNode: 1,
  spares: Number.POSITIVE_INFINITY,
  repair: 1e5,
  rates: null,
  reclaims: 0,
  stops: null,
};
const takes = (seconds: number): readonly Recovering[] => [{ upTo: 1, unseen: 0, seconds }];

/** How many standard errors the mean of 2,000 runs is from what is expected. */
function distance(of: RunParameters, expected: number): number {
  const { times } = drawRuns(of, 2_000, 7);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  return Math.abs(mean - expected) / Math.sqrt(squares / (times.length - 1) / times.length);
}

/**
 * The expected time to a checkpoint, as the renewal equation E = P(no failure) w + P(failure) (mean time to it + recovery + E)
 * gives it: integrated over the time of the first failure, with recoveries that fail again, and solved for E.
 */
function renewal({ interval, blocking, mtbf, recoveries }: RunParameters): number {
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
  // V = sum of p (unseen + none * recovery + until + (1 - none) V) over the kinds of failure
  let [ends, spent] = [0, 0];
  recoveries.forEach(({ upTo, unseen, seconds }, i) => {
    const chance = upTo - (recoveries[i - 1]?.upTo ?? 0);
    const again = over(seconds);
    ends += chance * again.none;
    spent += chance * (unseen + again.none * seconds + again.until);
  });
  const recovered = spent / ends;
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
    const of = { ...parameters, ...point, recoveries: takes(point.recovery), training: 40 * point.interval };
    const { mtbf: M_c, interval: tau, blocking: C_k, recovery: R_s } = point;
    const closed = tau / renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s, D_w: 0 });
    expect(renewal(of) / closed).toBeCloseTo(1, 6);
    // Of 81 comparisons one beyond four standard errors is a chance of one in two hundred; the seed makes it none.
    expect(distance(of, 40 * closed)).toBeLessThan(4);
  });

  test("agree where a checkpoint is safe only some time after it stopped training", () => {
    const of = { ...parameters, unsafe: 400 };
    const { mtbf: M_c, interval: tau, blocking: C_k, unsafe: D_w } = of;
    const R_s = 300;
    const first = M_c * Math.exp(R_s / M_c) * Math.expm1((tau + C_k + D_w) / M_c);
    const cycle = tau / renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s, D_w });
    expect(distance(of, first + (of.training / tau - 1) * cycle)).toBeLessThan(4);
  });

  test.each([0.02, 0.3, 1])("agree with checkpoints in memory that %f of failures lose", (lost) => {
    const of = { ...parameters, lost, persistedEvery: 10 };
    const { mtbf: M_c, interval: tau, blocking: C_k } = of;
    const R_s = 300;
    const q_l = memoryLoss.evaluate({ p_l: lost, R_s, M_c });
    const cycle = { K_p: 10, tau_i: tau, q_l, M_c, R_s, D_w: 0, C_k };
    expect(distance(of, of.training / twoLevelGoodput.evaluate(cycle))).toBeLessThan(4);
  });

  test.each([0, 2, 12])("agree on the time waited for nodes, with %i spares", (spares) => {
    const of = { ...parameters, spares, training: 2e7 };
    const { times, waiting } = drawRuns(of, 50, 3);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    let c_r = 1;
    for (let n = 1; n <= spares + 1; n++) c_r = erlangLoss.evaluate({ E_r: of.repair / of.mtbf, c_r, n });
    expect(waiting / mean / c_r).toBeCloseTo(1, 1);
  });
});

describe("kinds of failure that take differently long", () => {
  // Errors of a device are noticed in a minute, corrupted data in hours.
  const kinds = [2e3, 1e4, 1e6].flatMap((mtbf) =>
    [0.01, 0.1, 0.5].flatMap((share) =>
      [1e3, 2e4].flatMap((slow) => [0, 3e4].map((unseen) => ({ mtbf, share, slow, unseen }))),
    ),
  );
  test.each(kinds)("agree at %o", ({ mtbf: M_c, share, slow, unseen }) => {
    const recoveries = [
      { upTo: 1 - share, unseen: 0, seconds: 60 },
      { upTo: 1, unseen, seconds: slow },
    ];
    const of = { ...parameters, mtbf: M_c, recoveries, training: 4e4 };
    const survives = (c_x: number, R_x: number): number => survivedRecovery.evaluate({ c_x, R_k: R_x, M_c });
    const c_v = survives(1 - share, 60) + survives(share, slow);
    const R_s = mixedRecovery.evaluate({ M_c, D_u: share * unseen, c_v });
    const closed = 1e3 / renewalGoodput.evaluate({ tau_i: 1e3, M_c, C_k: 10, R_s, D_w: 0 });
    expect(renewal(of) / closed).toBeCloseTo(1, 6);
    expect(distance(of, 40 * closed)).toBeLessThan(4);
  });

  test("one that all share is the plain recovery", () => {
    const c_v = survivedRecovery.evaluate({ c_x: 1, R_k: 700, M_c: 5e3 });
    expect(mixedRecovery.evaluate({ M_c: 5e3, D_u: 0, c_v })).toBeCloseTo(700, 8);
  });
});

describe("an elastic run", () => {
  const plan = { dp: 8, numMicroBatches: 16 } as Parameters<typeof ratesLeft>[0];

  test.each(["kept", "smaller"] as const)("has the rate of the replicas that are left, batch %s", (batch) => {
    const rates = ratesLeft(plan, batch, 2);
    expect(rates.slice(0, 3)).toEqual([1, 1, 1]);
    expect(rates[3]).toBeCloseTo(batch === "kept" ? 16 / 19 : 7 / 8, 12);
    // With all replicas but one gone, and then none left.
    expect(rates).toHaveLength(10);
    expect(rates.at(-1)).toBeCloseTo(1 / 8, 12);
  });

  const load = [0.3, 2, 5].flatMap((E_r) => [0, 2].flatMap((spares) => [{ E_r, spares }]));
  test.each(load)("takes as long as the closed form says, with %o", ({ E_r, spares }) => {
    const rates = ratesLeft(plan, "smaller", spares);
    const of: RunParameters = {
      ...parameters,
      rates,
      repair: E_r * parameters.mtbf,
      training: 2e7,
      recoveries: takes(30),
    };
    // Nodes in repair are Poisson; those beyond what there is stop it all.
    let [chance, rate] = [Math.exp(-E_r), 0];
    rates.forEach((each, missing) => {
      rate += chance * each;
      chance *= E_r / (missing + 1);
    });
    const { mtbf: M_c, interval: tau, blocking: C_k } = of;
    const g = renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s: 30, D_w: 0 });
    const { times } = drawRuns(of, 40, 5);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    // A failure finds the run with the node that it takes still there, and the work it undoes done at the rate before.
    expect(Math.abs((mean * g * rate) / of.training - 1)).toBeLessThan(0.01);
    expect(shrunkRate.evaluate({ c_n: 1, n_a: 7, d: 8 })).toBe(rates[spares + 1]);
    expect(crowdedRate.evaluate({ c_n: 1, m: 16, d: 8, n_a: 8 })).toBe(1);
  });

  test.each([
    { ample: true, notice: 1e4 },
    { ample: true, notice: 0 },
    { ample: false, notice: 1e4 },
    { ample: false, notice: 0 },
  ])("on capacity that is taken back takes as long as the closed form says, with %o", ({ ample, notice }) => {
    const spot = {
      pricePerDeviceSecond: 1,
      mtbfSeconds: 1e6,
      per: "node" as const,
      noticeSeconds: notice,
      waitSeconds: 2e4,
    };
    const cluster = { ...failing, spot, spares: ample ? null : 1, repairSeconds: 5e3 };
    const asked: Partial<Plan> = {
      ...{ tokens: 3e11, checkpoint: sharded, dp: 8, pp: 1, globalBatch: 512 },
      ...{ elastic: { batch: "smaller" }, simulate: { runs: 60, seed: 2 } },
    };
    const made = simulation(scenarioOf(asked, cluster), run(asked, cluster));
    const waits = run({ ...asked, elastic: null }, cluster).goodput?.total ?? 0;
    expect(Math.abs((made?.mean ?? 0) / (made?.expected ?? 1) - 1)).toBeLessThan(0.01);
    expect(run(asked, cluster).goodput?.total).toBeGreaterThan(waits);
  });

  // Cycles that binary fractions do not hold, so that their multiples round.
  const points = [
    { mtbf: 1e4, interval: 1e3 / 3, blocking: 10 / 7 },
    { mtbf: 1e4, interval: 1e3 + 1 / 3, blocking: 10.7 },
    { mtbf: 2e3, interval: 100 / 3, blocking: 1.1 },
    { mtbf: 2e3, interval: 1e3 / 7, blocking: 60.1 },
  ];
  test.each(points)("with nodes to spare is any other run, within its standard error, at %o", (point) => {
    const of = {
      ...parameters,
      ...point,
      training: Math.ceil(point.mtbf / point.interval) * 20 * point.interval,
    };
    const { mtbf: M_c, interval: tau, blocking: C_k } = point;
    const closed = of.training / renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s: 300, D_w: 0 });
    expect(distance({ ...of, rates: Array(400).fill(1), repair: 1e3 }, closed)).toBeLessThan(4);
  });

  test("without repairs to wait for it is any other run", () => {
    const of = { ...parameters, repair: 1e-6 };
    const mean = (one: RunParameters): number => {
      const { times } = drawRuns(one, 2_000, 11);
      return times.reduce((sum, time) => sum + time, 0) / times.length;
    };
    expect(mean({ ...of, rates: [1, 0.5] }) / mean(of)).toBeCloseTo(1, 2);
  });
});

test("capacity that is taken back with notice stops a run as often as its owner likes", () => {
  const stops = { rate: 1e-4, seconds: 900 };
  const of: RunParameters = { ...parameters, stops };
  const { mtbf: M_c, interval: tau, blocking: C_k } = of;
  const g = renewalGoodput.evaluate({ tau_i: tau, M_c, C_k, R_s: 300, D_w: 0 });
  const c_q = preemptionShare.evaluate({ nu_x: stops.rate, C_k: 900, D_w: 0, D_q: 0, R_s: 0 });
  expect(distance(of, of.training / g / (1 - c_q))).toBeLessThan(4);
});

describe("Young's and Daly's intervals", () => {
  const loss = (tau: number, C_k: number): number =>
    1 -
    renewalGoodput.evaluate({ tau_i: tau, M_c: 1, C_k, R_s: 0, D_w: 0 }) /
      renewalGoodput.evaluate({ tau_i: optimum(C_k, 1), M_c: 1, C_k, R_s: 0, D_w: 0 });

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
