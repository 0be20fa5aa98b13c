import { expect, test } from "vitest";
import { kindOf, sizesOf } from "../../src/uncertainty/index.ts";
import { sampleScenario } from "../support/sampleEstimate.ts";

const sample = sampleScenario();
const changed = (plan: Partial<typeof sample.plan>) =>
  kindOf({ ...sample, plan: { ...sample.plan, ...plan } });

test("a kind is the generation, the stack, the scale and the ways to run", () => {
  expect(kindOf(sample)).toEqual({
    architecture: "ampere",
    framework: sample.plan.framework.name,
    scale: "several nodes",
    traits: ["pipeline"],
  });
  expect(changed({ pp: 1, dp: 1 })).toMatchObject({ scale: "one node", traits: [] });
  expect(changed({ tp: 16, pp: 1, zero: 3, cp: 2 }).traits).toEqual(["tp_across", "zero3", "cp"]);
  expect(changed({ precision: { ...sample.plan.precision, compute: "fp8" } }).traits).toEqual([
    "pipeline",
    "fp8",
  ]);
});

test("sizes are the plan's, in devices that it uses", () => {
  const { tp, pp, dp } = sample.plan;
  expect(sizesOf(sample, 175e9)).toMatchObject({ devices: tp * pp * dp, tp, params: 175e9, seq_len: 2_048 });
});
