import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../../src/engine/estimate/breakdown.ts";
import type { EnergyEstimate } from "../../../../src/engine/estimate/energyEstimate.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, explainScenario } from "../../../../src/engine/index.ts";
import type { Facility } from "../../../../src/engine/scenario/cluster.ts";
import type { Device } from "../../../../src/engine/scenario/device.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { addsUp } from "../../support/addsUp.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const { facility } = selene(1);
const small = gpt(24, 2048, 16);

interface Change {
  readonly plan?: Partial<Plan>;
  readonly device?: Partial<Device>;
  readonly facility?: Partial<Facility>;
}

const at = (change: Change) =>
  scenario(
    small,
    selene(8, { ...a100, ...change.device }, { facility: { ...facility, ...change.facility } }),
    plan({ dp: 64, zero: 1, globalBatch: 512, tokens: 20e9, ...change.plan }),
  );

function of(change: Change = {}): Estimate {
  return estimated(at(change));
}

const part = (tree: Breakdown | null | undefined, name: string): number => {
  const found = tree?.parts.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found.value;
};
const run = ({ run }: EnergyEstimate): Breakdown => {
  if (!run) throw new Error("no run");
  return run;
};

describe("a power limit", () => {
  const held = (powerLimitWatts: number) => of({ device: { powerLimitWatts } });
  const limits = [400, 350, 300, 250, 200, 150, 100];

  test("slows steps the more the lower it is, and no device draws more than it", () => {
    const steps = limits.map((watts) => held(watts).time.step.value);
    for (const [k, next] of steps.slice(1).entries()) expect(next).toBeGreaterThan(steps[k] ?? 0);
    for (const watts of limits) expect(held(watts).energy.devicePower).toBeLessThanOrEqual(watts);
  });

  test("costs less time than it saves power: half the power is not twice the time", () => {
    const [full, half] = [held(400), held(200)];
    expect(half.time.step.value / full.time.step.value).toBeLessThan(1 / Math.cbrt(120 / 320) + 1e-9);
    expect(half.energy.step).toBeLessThan(full.energy.step);
  });

  test("at the device's power and above changes nothing", () => {
    expect(held(500).time.step.value).toBe(of().time.step.value);
  });

  test("at or below the idle power is refused", () => {
    const asked = estimate(at({ device: { powerLimitWatts: 80 } }));
    expect(!asked.ok && asked.refusals[0]?.code).toBe("not-modelled");
  });
});

describe("power", () => {
  test("every sum is that of its parts", () => {
    const { energy } = of({ facility: { carbonGramsPerJoule: 1e-4 } });
    for (const tree of [energy.power, run(energy), energy.carbon]) addsUp(tree as Breakdown);
  });

  test("devices with one power in all states draw that power for the time of a step", () => {
    const { energy } = of({ device: { idleWatts: 400, streamingWatts: 400, communicationWatts: 400 } });
    expect(energy.devicePower).toBeCloseTo(400, 6);
  });

  test("a device draws between its power while waiting and its full power", () => {
    for (const microBatch of [1, 2, 4]) {
      const { energy } = of({ plan: { microBatch } });
      expect(energy.devicePower).toBeGreaterThan(80);
      expect(energy.devicePower).toBeLessThan(400);
    }
  });

  test("bubbles lower the power and raise the energy of a token", () => {
    const [short, long] = [1_024, 64].map(
      (globalBatch) => of({ plan: { pp: 8, dp: 8, globalBatch } }).energy,
    );
    expect(long?.devicePower).toBeLessThan(short?.devicePower ?? 0);
    expect(long?.perToken).toBeGreaterThan(short?.perToken ?? 0);
  });

  test("recomputation costs energy", () => {
    const of_ = (kind: "none" | "full") => of({ plan: { recompute: { kind, modules: [] } } }).energy.perToken;
    expect(of_("full")).toBeGreaterThan(1.15 * of_("none"));
  });

  test("cooling is what PUE adds to the machines", () => {
    const { power } = of({ facility: { pue: 1.5 } }).energy;
    expect(part(power, "power.cooling") / power.value).toBeCloseTo(1 / 3, 12);
  });

  test("hosts and network draw theirs, for each node and each device", () => {
    const { power } = of().energy;
    expect(part(power, "power.host")).toBe(8 * 1_600);
    expect(part(power, "power.network")).toBe(64 * 30);
  });
});

describe("energy of the run", () => {
  test("without interruptions it is the power for the time", () => {
    const { energy, run: training } = of();
    expect(run(energy).value / (energy.power.value * (training?.timeToTrain ?? 0))).toBeCloseTo(1, 12);
  });

  test("interrupted devices draw what waiting ones do", () => {
    const checkpoint: Plan["checkpoint"] = {
      ...{ to: "storage", interval: 600, async: false, writers: "all", changed: 1 },
      ...{ fullEvery: 1, stallSeconds: 0, storageShare: 1, replicas: 1, persistSeconds: 3_600, kept: 2 },
    };
    const scenario_ = at({ plan: { checkpoint } });
    const failing = { ...scenario_.cluster, failures: { kind: "poisson", mtbfDeviceSeconds: 1e7 } } as const;
    const answer = estimate({ ...scenario_, cluster: failing });
    if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
    const { energy, run: training } = answer.estimate;
    const steps = ["run.training", "run.rework"].reduce((sum, name) => sum + part(training?.time, name), 0);
    const waited = (training?.timeToTrain ?? 0) - steps;
    expect(waited).toBeGreaterThan(0);
    const [devices] = run(energy).parts;
    expect(part(devices, "energy.interruptions") / (64 * 80 * waited)).toBeCloseTo(1, 9);
  });

  test("without a token budget there is a power and no energy", () => {
    const { energy } = of({ plan: { tokens: null } });
    expect(energy.run).toBeNull();
    expect(energy.carbon).toBeNull();
    expect(energy.power.value).toBeGreaterThan(0);
  });
});

describe("carbon and water", () => {
  test("are left out where nobody said what electricity and site stand for", () => {
    const { carbon, water } = of().energy;
    expect([carbon, water]).toEqual([null, null]);
  });

  test("electricity has its intensity; machines are spread over the time they work", () => {
    const estimated = of({
      device: { embodiedGrams: 150_000 },
      facility: { carbonGramsPerJoule: 1e-4, hostEmbodiedGrams: 2.5e6 },
    });
    const { energy } = estimated;
    expect(part(energy.carbon, "carbon.operation") / run(energy).value).toBeCloseTo(1e-4, 12);
    const share = (estimated.run?.timeToTrain ?? 0) / (6 * 365.25 * 86_400 * 0.85);
    expect(part(energy.carbon, "carbon.embodied_devices") / (64 * 150_000 * share)).toBeCloseTo(1, 12);
    expect(part(energy.carbon, "carbon.embodied_hosts") / (8 * 2.5e6 * share)).toBeCloseTo(1, 12);
  });

  test("water is for the machines' energy, not for the cooling's", () => {
    const { energy } = of({ facility: { waterGramsPerJoule: 5e-4, pue: 1.25 } });
    expect((energy.water ?? 0) / (run(energy).value / 1.25)).toBeCloseTo(5e-4, 12);
  });
});

test("derivations agree with the numbers", () => {
  const change = { facility: { carbonGramsPerJoule: 1e-4, waterGramsPerJoule: 5e-4 } };
  const { energy } = of(change);
  const explained = explainScenario(at(change));
  if (!explained.ok) throw new Error("refused");
  const other = explained.estimate.energy;
  const pairs = [
    [other.power.value.value, energy.power.value],
    [other.run?.value.value, energy.run?.value],
    [other.carbon?.value.value, energy.carbon?.value],
    [other.water?.value, energy.water],
    [other.perToken.value, energy.perToken],
  ] as const;
  for (const [one, two] of pairs) expect((one ?? 0) / (two ?? 1)).toBeCloseTo(1, 12);
});
