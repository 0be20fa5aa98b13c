import { describe, expect, test } from "vitest";
import { outputs } from "../../../src/engine/answer/outputs.ts";
import { estimate } from "../../../src/engine/index.ts";
import type { ScalingLaw } from "../../../src/engine/scenario/convergence.ts";
import type { Price } from "../../../src/engine/scenario/money.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { pointAt } from "../../../src/engine/search/candidates.ts";
import { resultRanges } from "../../../src/engine/search/resultRanges.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";
import { candidatesOf } from "./candidatesOf.ts";
import { inKernels } from "./inKernels.ts";

const BOUNDED = [
  ...["step_time", "time_to_train", "device_time", "time_to_loss", "cost", "cost.per_token", "cost_to_loss"],
  ...["energy", "energy.step", "energy.per_token", "carbon", "water", "mfu", "tokens_per_s"],
  ...[
    "power",
    "power.device",
    "goodput",
    "hfu",
    "tokens_per_s_per_device",
    "tflops_per_device",
    "effective_tokens_per_s",
  ],
];
const prices: Readonly<Record<string, Price>> = {
  "by the hour": { kind: "hourly", perDeviceSecond: 2 / 3600 },
  reserved: { kind: "reserved", perDeviceSecond: 1 / 3600, termSeconds: 3e6, rest: "wasted" },
  owned: {
    ...{ kind: "owned", capexPerDevice: 3e4, residual: 0.1, interest: 0.05, upkeep: 0.02 },
    ...{ hostingPerJoule: 1e-8, electricityPerJoule: 2e-8 },
  },
};

const scalingLaw: ScalingLaw = {
  ...{ name: "chinchilla", own: false, kind: "sum" },
  ...{ irreducible: 1.69, modelScale: 406.4, modelExponent: 0.34 },
  ...{ tokenScale: 410.7, tokenExponent: 0.28 },
};

/** Runs that fail now and then, whose checkpoints take some plans longer than others. */
function failing(price: Price): Scenario {
  const machine = selene(2);
  return scenario(
    gpt(4, 1024, 8),
    {
      ...machine,
      ...{ price, storageBytesPerSecond: 1e8, failures: { kind: "poisson", mtbfDeviceSeconds: 1e6 } },
      // waiting devices draw more here than those that send: the least of the four states counts
      device: { ...machine.device, idleWatts: 0.9 * machine.device.powerWatts },
      facility: { ...machine.facility, carbonGramsPerJoule: 1e-4, waterGramsPerJoule: 5e-4 },
    },
    plan({
      ...{ seqLen: 1024, globalBatch: 16, microBatch: 1, tokens: 1e9, targetLoss: 4, scalingLaw },
      checkpoint: {
        ...{ to: "storage", interval: "young", async: false, writers: "first", changed: 1, fullEvery: 1 },
        ...{ stallSeconds: 0, storageShare: 1 },
        ...{ replicas: 1, persistSeconds: 3600, kept: 3 },
      },
    }),
  );
}

/** Every eleventh plan is estimated. No choice has a multiple of 11 values, so each value of each choice occurs. */
const STRIDE = 11;

describe.each(Object.entries(prices))(
  "results of every plan lie where its step says, paid %s",
  (_, price) => {
    const candidates = candidatesOf(failing(price), 1);
    const ranges = resultRanges(candidates);
    const places = candidates.sizes.reduce((product, size) => product * size, 1);
    const plans = Array.from({ length: Math.floor(places / STRIDE) }, (_, i) => {
      const of = candidates.at(pointAt(candidates.sizes, i * STRIDE));
      const answer = "unmade" in of ? null : estimate(of);
      return answer?.ok ? [answer.estimate] : [];
    }).flat();

    test.each(BOUNDED)("%s", (path) => {
      const output = outputs.find((one) => one.path === path);
      const range = ranges(path);
      if (range === null) throw new Error(`nothing is known of ${path}`);
      expect(plans.length).toBeGreaterThan(20);
      const outside = plans.filter((of) => {
        const read = output?.kind === "number" ? output.read(of) : null;
        const value = output?.kind === "breakdown" ? output.read(of)?.value : read;
        const step = of.time.step.value;
        const kernels = inKernels(of.time.step);
        const { peak } = of.memory;
        // what is known of a shorter step, and of one with less in kernels, holds too, and says less
        const [at, before] = [range(step, kernels, peak), range(step / 2, kernels / 3, peak / 2)];
        const inside = typeof value === "number" && at.least <= value && value <= at.most;
        return !inside || !(before.least <= at.least) || !(at.most <= before.most);
      });
      expect(outside.map(({ time }) => time.step.value)).toEqual([]);
    });
  },
);

test("where a layout changes what a step trains, nothing but the step's own time is known", () => {
  const { cluster, model, plan: own } = failing({ kind: "hourly", perDeviceSecond: 1 });
  const backed = { ...own, sync: { kind: "synchronous", islands: 1, backup: 1 } } as const;
  const candidates = candidatesOf(scenario(model, cluster, backed), 1);
  const ranges = resultRanges(candidates);
  expect(ranges("time_to_train")).toBeNull();
  expect(ranges("step_time")?.(2, 1, 3)).toEqual({ least: 2, most: Number.POSITIVE_INFINITY });
  expect(ranges("memory.peak")?.(2, 1, 3)).toEqual({ least: 3, most: Number.POSITIVE_INFINITY });
  const batches = { ...candidatesOf(failing({ kind: "hourly", perDeviceSecond: 1 }), 1) };
  const reads: typeof batches.reads = (field) => (field === "globalBatch" ? 1 : batches.reads(field));
  expect(resultRanges({ ...batches, reads })("tokens_per_s")).toBeNull();
  expect(resultRanges(batches)("bubble_fraction")).toBeNull();
});
