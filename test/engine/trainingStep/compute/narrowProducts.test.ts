import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Precision, Scaling } from "../../../../src/engine/scenario/precision.ts";
import { kernelInputs } from "../../../../src/engine/trainingStep/inputs/inputs.ts";
import { gemmTime } from "../../../../src/engine/trainingStep/kernels/kernels.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, adapters, generic, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const bf16: Precision = { ...mixed, name: "bf16", compute: "bf16", attention: "bf16", head: "bf16" };
const eight = (scaling: Scaling): Precision => ({
  ...bf16,
  ...{ name: "fp8", compute: "fp8", scaling, operandBytes: 1 },
});
const nvfp4: Precision = { ...eight("nvfp4"), name: "nvfp4", compute: "fp4", operandBytes: 0.5625 };
/** Twice the rate in 8 bits, four times in 4. */
const device = { ...a100, peak: { ...a100.peak, bf16: 1e15, fp8: 2e15, fp4: 4e15 } };

/** A product of many tiles on a device without a memory to wait for. */
function product(precision: Precision, K: number): number {
  const x = kernelInputs(numbers, { ...device, memoryBytesPerSecond: 1e18 }, precision);
  const shape = { M: 1 << 19, N: 1 << 19, K, n_b: 1 };
  return gemmTime({ alg: numbers, x }, shape, { R: x.peakRate, c_l: 1, B_y: 2 });
}

test("fewer bits shorten a tile's inner steps, not its start and end, worth 128 steps in 16 bits", () => {
  for (const K of [512, 8192]) {
    expect(product(eight("current"), K) / product(bf16, K)).toBeCloseTo((K / 2 + 128) / (K + 128), 4);
    expect(product(nvfp4, K) / product(bf16, K)).toBeCloseTo((K / 4 + 128) / (K + 128), 4);
  }
});

const stepOf = (precision: Precision, change: Partial<Plan> = {}, framework: Partial<Framework> = {}) => {
  const p = plan({
    ...{ tp: 8, sequenceParallel: true, seqLen: 4096, globalBatch: 1, flashAttention: true, precision },
    ...change,
    framework: { ...generic, ...framework },
  });
  return estimated(scenario(llama(4, 8192, 64, 8, 28_672, 32_000), selene(1, device), p));
};

describe("tensors that tensor-parallel ranks gather", () => {
  const gathered = (precision: Precision, what: string, change: Partial<Plan> = {}): number | undefined =>
    stepOf(precision, change).comm.find((one) => one.op === "all_gather" && one.what === what)?.bytes;

  test("gradients travel in both casts where blocks have scales, inputs in one", () => {
    const whole = 4096 * 8192;
    for (const [precision, bytes] of [
      [eight("mx"), 1],
      [eight("blockwise"), 1],
      [nvfp4, 0.5625],
    ] as const) {
      expect(gathered(precision, "activations")).toBe(whole * bytes);
      expect(gathered(precision, "activation gradients")).toBe(whole * bytes * 2);
    }
    expect(gathered(eight("current"), "activation gradients")).toBe(whole);
    // Frozen weights have no gradient that would read the other cast.
    expect(gathered(eight("mx"), "activation gradients", { lora: adapters })).toBe(whole);
  });

  test("ranks agree on a tensor's maximum before they cast it, where its scale is of that", () => {
    const agreed = (precision: Precision, change: Partial<Plan> = {}) =>
      stepOf(precision, change).comm.filter(({ what }) => what === "maxima of gathered tensors");
    // Two gathers of each of 4 layers, forward and backward.
    for (const precision of [nvfp4, eight("current")])
      expect(agreed(precision).map(({ op, count, groupSize }) => [op, count, groupSize])).toEqual(
        Array(2).fill(["all_reduce", 8, 8]),
      );
    for (const precision of [bf16, eight("delayed"), eight("mx")]) expect(agreed(precision)).toEqual([]);
    expect(agreed(nvfp4, { sequenceParallel: false })).toEqual([]);
  });
});

test("NVFP4's casts along columns read inputs and gradients once more where they are kernels of their own", () => {
  const moved = (precision: Precision, jointCasts: boolean, change: Partial<Plan> = {}): number => {
    const parts = stepOf(
      precision,
      { tp: 1, dp: 8, globalBatch: 8, sequenceParallel: false, ...change },
      { jointCasts },
    );
    const branches = parts.time.step.parts.flatMap((branch) => branch.parts);
    return branches.find(({ name }) => name === "time.memory_bound")?.value ?? Number.NaN;
  };
  const h = 8192;
  const f = 28_672;
  const kv = 8 * 128;
  // Of a layer's four products: inputs, and gradients of results.
  const elements = 4096 * (h + h + h + f + (h + 2 * kv) + h + 2 * f + h);
  const rate = device.memoryBytesPerSecond * device.memoryEfficiency;
  const more = 4 * ((2 * elements) / rate + 8 * 3e-6);
  expect(moved(nvfp4, false) - moved(nvfp4, true)).toBeCloseTo(more, 7);
  expect(moved(eight("mx"), false)).toBe(moved(eight("mx"), true));
  expect(moved(nvfp4, false, { lora: adapters })).toBe(moved(nvfp4, true, { lora: adapters }));
});
