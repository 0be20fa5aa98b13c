import { describe, expect, test } from "vitest";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Precision, Scaling } from "../../../../src/engine/scenario/precision.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, generic, gpt, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const eight = (scaling: Scaling): Precision => ({
  ...mixed,
  ...{ name: "fp8", compute: "fp8", attention: "bf16", head: "bf16", scaling, operandBytes: 1 },
});

/** 16 layers on 8 nodes whose devices have a rate in 8 bits. */
const stepOf = (
  framework: Partial<Framework>,
  change: Partial<Plan> = {},
  precision: Precision = eight("delayed"),
) => {
  const p = plan({
    ...{ tp: 2, pp: 4, vpp: 2, dp: 8, schedule: "interleaved_1f1b", globalBatch: 128, microBatch: 1 },
    ...{ precision, framework: { ...generic, ...framework } },
    ...change,
  });
  const device = { ...a100, peak: { ...a100.peak, bf16: 312e12, fp8: 624e12 } };
  return estimated(scenario(gpt(16, 4096, 32), selene(8, device), p));
};

const reductions = (...of: Parameters<typeof stepOf>) =>
  stepOf(...of).comm.filter(({ what }) => what === "maxima of FP8 tensors");

describe("maxima that ranks agree on", () => {
  test("one all-reduce for each pass of a chunk, among the tensor-parallel ranks of all replicas", () => {
    const [found] = reductions({ amaxReduction: "replicas" });
    // 16 micro-batches, 2 chunks, forward and backward.
    expect(found).toMatchObject({ op: "all_reduce", dimension: "dp", groupSize: 16, count: 16 * 2 * 2 });
    expect(found?.exposedSeconds).toBe(found?.totalSeconds);
    expect(reductions({ amaxReduction: "tp" })).toMatchObject([{ dimension: "tp", groupSize: 2, count: 64 }]);
  });

  test("every stage waits for them: the step is longer by at least its own", () => {
    const [found] = reductions({ amaxReduction: "replicas" });
    const added =
      stepOf({ amaxReduction: "replicas" }).time.step.value -
      stepOf({ amaxReduction: "none" }).time.step.value;
    expect(added).toBeGreaterThanOrEqual((found?.totalSeconds ?? 0) * 0.999);
  });

  test("none where nothing is to be agreed on", () => {
    expect(reductions({ amaxReduction: "none" })).toEqual([]);
    expect(reductions({ amaxReduction: "replicas" }, {}, eight("current"))).toEqual([]);
    expect(reductions({ amaxReduction: "replicas" }, {}, { ...mixed, compute: "bf16" })).toEqual([]);
    expect(reductions({ amaxReduction: "tp" }, { tp: 1, dp: 16 })).toEqual([]);
  });
});

describe("scales of past maxima", () => {
  const one = { pp: 1, vpp: 1, dp: 32, schedule: "1f1b", globalBatch: 64 } as const;
  /** Of the step, the memory-bound kernels. */
  const moved = (...of: Parameters<typeof stepOf>): number => {
    const parts = stepOf(...of).time.step.parts.flatMap((branch) => branch.parts);
    return parts.find(({ name }) => name === "time.memory_bound")?.value ?? Number.NaN;
  };

  test("so many kernels in each layer, forward and backward, of 3 us", () => {
    const added = moved({ scaleKernels: 9 }, one) - moved({}, one);
    expect(added).toBeCloseTo(2 * 16 * 2 * 9 * 3e-6, 9);
  });

  test("only of delayed scaling", () => {
    expect(moved({ scaleKernels: 9 }, one, eight("mx"))).toBe(moved({}, one, eight("mx")));
  });
});
