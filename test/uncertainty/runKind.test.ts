import { expect, test } from "vitest";
import { kindOf, sizesOf, workloadOf } from "../../src/uncertainty/runKind.ts";
import { sampleScenario } from "../support/sampleEstimate.ts";

const sample = sampleScenario();
const changed = (plan: Partial<typeof sample.plan>) =>
  kindOf({ ...sample, plan: { ...sample.plan, ...plan } });

test("a kind is the generation, the stack and the ways to run", () => {
  expect(kindOf(sample)).toEqual({
    architecture: "ampere",
    framework: sample.plan.framework.name,
    traits: ["pipeline"],
  });
  expect(changed({ pp: 1, dp: 1 }).traits).toEqual([]);
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

test("a workload is dense or of experts, in wide or narrow numbers, whatever else the plan does", () => {
  const of = (...traits: ReturnType<typeof kindOf>["traits"]) => workloadOf({ ...kindOf(sample), traits });
  expect(of("pipeline", "zero3", "fp32")).toBe("dense in 16 bits or more");
  expect(of("fp8")).toBe("dense in fp8 or fp4");
  expect(of("moe", "cp")).toBe("experts in 16 bits or more");
  expect(of("moe", "fp4")).toBe("experts in fp8 or fp4");
});
