import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Device } from "../../../../src/engine/scenario/device.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Precision } from "../../../../src/engine/scenario/precision.ts";
import { estimated as of } from "../../support/estimated.ts";
import { a100, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const part = (e: Estimate, name: string): number => {
  for (const branch of e.time.step.parts)
    for (const leaf of [branch, ...branch.parts]) if (leaf.name === `time.${name}`) return leaf.value;
  throw new Error(name);
};

/** A device whose narrow formats are each twice as fast as the one before, and whose kernels take no time to start. */
const device: Device = {
  ...a100,
  peak: { ...a100.peak, bf16: 312e12, fp8: 624e12, fp4: 1_248e12 },
  launchSeconds: 0,
};
const [L, h, a, aKv, f, V] = [4, 8192, 64, 8, 28_672, 32_000];
const [s, b, t, m] = [4096, 2, 8, 3];
const dHead = h / a;

const bf16: Precision = { ...mixed, name: "bf16", compute: "bf16" };
const fp8 = (scaling: Precision["scaling"]): Precision => ({
  ...{ ...bf16, name: "fp8", compute: "fp8", scaling },
  operandBytes: scaling === "mx" ? 1 + 1 / 32 : scaling === "rowwise" ? 2 : 1,
});
const nvfp4: Precision = {
  ...{ ...bf16, name: "nvfp4", compute: "fp4", scaling: "nvfp4", operandBytes: 0.5625 },
};
const run = (precision: Precision, change: Partial<Plan> = {}, on = device): Estimate =>
  of(
    scenario(
      llama(L, h, a, aKv, f, V),
      selene(1, on),
      plan({
        ...{ tp: t, seqLen: s, microBatch: b, globalBatch: m * b, precision },
        ...{ sequenceParallel: true, flashAttention: true },
        ...change,
      }),
    ),
  );

describe("only linear layers have 8 or 4 bits", () => {
  test("embedding, head and loss take as long as in bf16", () => {
    for (const precision of [fp8("delayed"), fp8("mx"), nvfp4])
      expect(part(run(precision), "vocabulary")).toBeCloseTo(part(run(bf16), "vocabulary"), 12);
  });

  test("attention takes as long as in bf16", () => {
    for (const precision of [fp8("delayed"), fp8("mx"), nvfp4])
      expect(part(run(precision), "attention")).toBeCloseTo(part(run(bf16), "attention"), 12);
  });

  test("products gain less than the rate: their bytes do not shrink as much", () => {
    const gain = (precision: Precision) => part(run(bf16), "gemm") / part(run(precision), "gemm");
    expect(gain(fp8("delayed"))).toBeGreaterThan(1.6);
    expect(gain(fp8("delayed"))).toBeLessThanOrEqual(2);
    expect(gain(nvfp4)).toBeGreaterThan(gain(fp8("delayed")));
    expect(gain(nvfp4)).toBeLessThanOrEqual(4);
  });
});

test("layers that stay in bf16 take bf16's time and cast nothing", () => {
  const time = (bf16Layers: number, name: string) => part(run({ ...nvfp4, bf16Layers }), name);
  for (const name of ["gemm", "memory_bound"]) expect(time(L, name)).toBeCloseTo(part(run(bf16), name), 4);
  const saved = time(4, "gemm") - time(0, "gemm");
  expect((time(1, "gemm") - time(0, "gemm")) / saved).toBeCloseTo(1 / 4, 1);
});

describe("casting moves bytes", () => {
  /** Elements of inputs and of the outputs' gradients of a layer's linear layers on a device, and its weights. */
  const tokens = s * b;
  const fromNorms = (2 * tokens * h) / t;
  const fromInside = (tokens * (h + f)) / t;
  const gradients = (tokens * ((a + 2 * aKv) * dHead + 2 * f)) / t + (2 * tokens * h) / t;
  const weights = (h * (2 * dHead * (a + aKv) + 3 * f)) / t;

  const anyLayout: Device = { ...device, fp8Transposes: false };
  test.each([
    // Read and written: an operand that a norm hands over, one from inside, a gradient, a weight.
    ["delayed", fp8("delayed"), device, [2, 4, 4, 4]],
    ["current", fp8("current"), device, [6, 6, 6, 6]],
    ["mx", fp8("mx"), device, [4.0625, 4.0625, 4.0625, 4.0625]],
    ["nvfp4", nvfp4, device, [5.125, 5.125, 5.125, 5.125]],
    // One copy of a tensor with one scale does for all products that take any layout; blocks of 32 lie along rows or columns.
    ["delayed, any layout", fp8("delayed"), anyLayout, [0, 3, 3, 3]],
    ["current, any layout", fp8("current"), anyLayout, [5, 5, 5, 5]],
    ["mx, any layout", fp8("mx"), anyLayout, [4.0625, 4.0625, 4.0625, 4.0625]],
  ] as const)("%s", (_, precision, on, [norm, inside, gradient, weight]) => {
    const bytes =
      L * (m * (norm * fromNorms + inside * fromInside + gradient * gradients) + weight * weights);
    const seconds = bytes / (device.memoryBytesPerSecond * device.memoryEfficiency);
    const more = part(run(precision, {}, on), "memory_bound") - part(run(bf16, {}, on), "memory_bound");
    // Each kernel starts in some microseconds besides.
    expect(more / seconds).toBeGreaterThan(0.999);
    expect(more / seconds).toBeLessThan(1.2);
  });
});

test("rowwise operands are gathered in 16 bits, and all ranks of a tensor-parallel group cast the whole", () => {
  const tokens = s * b;
  const operands = tokens * (2 * h + (h + f) / t) + tokens * (((a + 2 * aKv) * dHead + 2 * f) / t + 2 * h);
  const weights = (h * (2 * dHead * (a + aKv) + 3 * f)) / t;
  const bytes = 8 * L * (m * operands + weights);
  const seconds = bytes / (device.memoryBytesPerSecond * device.memoryEfficiency);
  const more = part(run(fp8("rowwise")), "memory_bound") - part(run(bf16), "memory_bound");
  expect(more / seconds).toBeGreaterThan(0.999);
  expect(more / seconds).toBeLessThan(1.2);
});

describe("operands are kept and gathered as they were multiplied", () => {
  test("activations of a layer", () => {
    const saved = (B: number) => s * b * ((2 * h) / t + f / t) * (2 - B) - (s * b * h * B) / t;
    for (const precision of [fp8("delayed"), fp8("mx"), nvfp4])
      expect(run(bf16).memory.layerActivations - run(precision).memory.layerActivations).toBeCloseTo(
        saved(precision.operandBytes),
        3,
      );
  });

  test("inputs of the activation function, and attention's output kept once", () => {
    const layer = (change: Partial<Precision>) =>
      run({ ...fp8("blockwise"), ...change }).memory.layerActivations;
    expect(layer({}) - layer({ actInputBytes: 1 })).toBe((2 * s * b * f) / t);
    // 2 bytes for attention's backward and 1 for the projection become 1.5 for both.
    expect(layer({}) - layer({ attentionOutputBytes: 1.5 })).toBe((1.5 * s * b * h) / t);
  });

  test("tensor-parallel all-gathers carry operands, reduce-scatters bf16", () => {
    const bytesOf = (precision: Precision, op: string) =>
      run(precision)
        .comm.filter((c) => c.dimension === "tp" && c.op === op && /^activation/.test(c.what))
        .map(({ bytes }) => bytes);
    const stream = s * b * h * 2;
    expect(bytesOf(bf16, "all_gather")).toEqual([stream, stream]);
    expect(bytesOf(fp8("current"), "all_gather")).toEqual([stream / 2, stream / 2]);
    // Its gradients in both casts.
    expect(bytesOf(nvfp4, "all_gather")).toEqual([stream * 0.28125, 2 * stream * 0.28125]);
    expect(bytesOf(nvfp4, "reduce_scatter")).toEqual([stream, stream]);
  });

  test("weights are gathered in the format that is asked for", () => {
    const gathered = (gatherBytes: number) =>
      run(
        { ...fp8("current"), gatherBytes },
        { tp: 1, dp: 8, zero: 3, sequenceParallel: false, globalBatch: 48 },
      )
        .comm.filter((c) => c.op === "all_gather")
        .map(({ bytes }) => bytes);
    expect(gathered(1).length).toBeGreaterThan(0);
    expect(gathered(1)).toEqual(gathered(2).map((bytes) => bytes / 2));
  });
});
