import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { explainScenario } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { ScalingLaw } from "../../../../src/engine/scenario/convergence.ts";
import type { Owned } from "../../../../src/engine/scenario/money.ts";
import { addsUp } from "../../support/addsUp.ts";
import { failing, run, scenarioOf, sharded } from "../run/support/runs.ts";

const budget = { tokens: 64 * 2048 * 1000 };
const hourly = (perDeviceSecond: number) => ({ price: { kind: "hourly", perDeviceSecond } }) as const;
const YEAR = 365.25 * 86_400;

const costOf = (estimate: Estimate): Breakdown => {
  if (!estimate.cost) throw new Error("no cost");
  return estimate.cost.total;
};
const part = (tree: Breakdown, name: string): number => {
  const found = tree.parts.find((one) => one.name === `cost.${name}`);
  if (!found) throw new Error(`no ${name}`);
  return found.value;
};

const machines: Owned = {
  kind: "owned",
  capexPerDevice: 30_000,
  residual: 0.1,
  interest: 0.08,
  upkeep: 0.05,
  hostingPerJoule: 150 / 1_000 / (YEAR / 12),
  electricityPerJoule: 0.1 / 3.6e6,
};

describe("rented devices", () => {
  test("without a price there is no cost, nor without a token budget", () => {
    expect(run(budget).cost).toBeNull();
    expect(run({}, hourly(1)).cost).toBeNull();
  });

  test("spare nodes are paid for", () => {
    const asked = { ...budget, checkpoint: sharded };
    const priced = { ...failing, ...hourly(1), repairSeconds: 1 };
    const [none, two] = [0, 2].map((spares) => run(asked, { ...priced, spares }));
    for (const [estimate, paid] of [
      [none, 1],
      [two, 1 + 2 / 8],
    ] as const)
      expect((estimate ? costOf(estimate).value : 0) / (estimate?.run?.deviceTime ?? 1)).toBeCloseTo(
        paid,
        10,
      );
  });

  test("a reservation that nobody else uses is paid for in whole terms", () => {
    const wall = run(budget).run?.timeToTrain ?? 0;
    const reserved = (termSeconds: number, rest: "used" | "wasted") =>
      costOf(run(budget, { price: { kind: "reserved", perDeviceSecond: 1, termSeconds, rest } })).value;
    expect(reserved(wall * 10, "used")).toBeCloseTo(64 * wall, 3);
    expect(reserved(wall * 10, "wasted")).toBeCloseTo(64 * wall * 10, 3);
    expect(reserved(wall / 2.5, "wasted")).toBeCloseTo((64 * wall * 3) / 2.5, 3);
  });

  test("spot capacity has the price that is paid, whatever the cluster's own", () => {
    const spot = {
      pricePerDeviceSecond: 0.25,
      mtbfSeconds: 1e9,
      per: "node" as const,
      noticeSeconds: 0,
      waitSeconds: 0,
    };
    const estimate = run(budget, { price: machines, spot });
    expect(costOf(estimate).value).toBeCloseTo(0.25 * (estimate.run?.deviceTime ?? 0), 6);
  });
});

describe("devices that one owns", () => {
  const owned = (change: Partial<Cluster> = {}) => run(budget, { price: machines, ...change });

  test("over the whole of their lifetime they cost what they lost in value, once", () => {
    const estimate = owned();
    const { lifetimeSeconds, usage } = scenarioOf({}).cluster.facility;
    const devices = costOf(estimate).parts[0] as Breakdown;
    const perSecond = part(devices, "depreciation") / (estimate.run?.timeToTrain ?? 1);
    expect(perSecond * lifetimeSeconds * usage).toBeCloseTo(64 * 30_000 * 0.9, 4);
  });

  test("hosting is paid for what may be drawn, electricity for what is", () => {
    const estimate = owned();
    const devices = costOf(estimate).parts[0] as Breakdown;
    const months = (estimate.run?.timeToTrain ?? 0) / (YEAR / 12);
    const kilowatts = (64 * 400 + 8 * 1_600 + 64 * 30) / 1_000;
    expect(part(devices, "hosting")).toBeCloseTo((150 * kilowatts * months) / 0.85, 6);
    expect(part(devices, "electricity")).toBeCloseTo(0.1 * ((estimate.energy.run?.value ?? 0) / 3.6e6), 6);
  });

  test("busier machines cost a run less, but for electricity", () => {
    const { facility } = scenarioOf({}).cluster;
    const [idle, busy] = [0.5, 1].map((usage) => costOf(owned({ facility: { ...facility, usage } })));
    const electricity = part(busy?.parts[0] as Breakdown, "electricity");
    expect((idle?.value ?? 0) - electricity).toBeCloseTo(2 * ((busy?.value ?? 0) - electricity), 6);
  });
});

describe("what is paid for beside devices", () => {
  const expenses = { storagePrice: 1e-17, transferPrice: 5e-11, staffPerSecond: 0.1 };
  const data = { tokens: 1e12, idBytes: 2, sampleBytes: 0, workers: 2, prepareSeconds: 0, cacheBytes: 0 };
  const plan = { ...budget, checkpoint: { ...sharded, kept: 3 }, data };

  test("storage for the data and the checkpoints that are kept, transfers, people", () => {
    const estimate = run(plan, { ...hourly(1), ...failing, expenses });
    const tree = costOf(estimate);
    const wall = estimate.run?.timeToTrain ?? 0;
    const saved = estimate.checkpoint?.size ?? 0;
    expect(part(tree, "storage")).toBeCloseTo(1e-17 * (2e12 + 3 * saved) * wall, 8);
    expect(part(tree, "transfer")).toBeCloseTo(5e-11 * (2e12 + saved), 8);
    expect(part(tree, "staff")).toBeCloseTo(0.1 * wall, 8);
    addsUp(tree);
  });

  test("numbers and derivations agree, and parts add up", () => {
    const cluster = { ...failing, price: machines, spares: 1, expenses };
    const answer = explainScenario(scenarioOf(plan, cluster));
    if (!answer.ok) throw new Error("refused");
    const estimate = run(plan, cluster);
    expect(answer.estimate.cost?.total.value.value).toBe(costOf(estimate).value);
    addsUp(costOf(estimate));
    expect(estimate.cost?.perToken).toBeCloseTo(costOf(estimate).value / budget.tokens, 15);
    expect((estimate.cost?.rate ?? 0) * (estimate.run?.deviceTime ?? 0)).toBeCloseTo(
      costOf(estimate).value,
      6,
    );
  });

  test("the run to a loss is paid for as a run to the tokens that it takes", () => {
    const scalingLaw: ScalingLaw = {
      ...{ name: "chinchilla", own: false, kind: "sum" },
      ...{ irreducible: 1.69, modelScale: 406.4, modelExponent: 0.34 },
      ...{ tokenScale: 410.7, tokenExponent: 0.28 },
    };
    const priced = { price: machines, expenses };
    const target = run({ scalingLaw, targetLoss: 2.5, data }, priced).convergence?.toLoss;
    if (!target?.cost) throw new Error("no cost to the loss");
    addsUp(target.cost);
    const tokens = target.steps * 64 * 2048;
    expect(target.cost.value / costOf(run({ scalingLaw, tokens, data }, priced)).value).toBeCloseTo(1, 3);
  });
});
