import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Precision, Scaling } from "../../../../src/engine/scenario/precision.ts";
import type { FlashShape, Mask } from "../../../../src/engine/trainingStep/compute/flashKernel.ts";
import { flashTime } from "../../../../src/engine/trainingStep/compute/flashKernel.ts";
import {
  attentionScaling,
  narrowShare,
} from "../../../../src/engine/trainingStep/compute/narrowAttention.ts";
import { kernelInputs } from "../../../../src/engine/trainingStep/inputs/inputs.ts";
import { a100, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const bf16: Precision = { ...mixed, name: "bf16", compute: "bf16", attention: "bf16", head: "bf16" };
const fp8 = (scaling: Scaling): Precision => ({
  ...bf16,
  name: "fp8",
  compute: "fp8",
  scaling,
  operandBytes: 1,
});
const eight = (scaling: Scaling): Precision => ({ ...fp8(scaling), attention: "fp8" });
/** Twice the rate in 8 bits, and no memory to wait for. */
const device = {
  ...a100,
  peak: { ...a100.peak, bf16: 1e15, fp8: 2e15 },
  memoryBytesPerSecond: 1e18,
};

const kernel = (
  direction: "forward" | "backward",
  scaling: Scaling | null,
  { mask = { kind: "causal" } as Mask<number>, s = 1 << 20, d_h = 128, softmaxWidth = 32 } = {},
): number => {
  const shape: FlashShape<number> = { b: 1, s, s_k: s, a: 64, d_h, t_c: 1, mask, elements: 1, scaling };
  const x = kernelInputs(numbers, { ...device, softmaxWidth }, scaling === null ? bf16 : eight(scaling));
  return flashTime({ alg: numbers, x }, shape, direction, 1);
};

describe("a narrow head in 16 bits", () => {
  // Times at equal width of the model: half the width per head is twice as many heads.
  const share = (softmaxWidth: number): number =>
    kernel("forward", null, { softmaxWidth }) / (2 * kernel("forward", null, { d_h: 64, softmaxWidth }));

  test("on A100 reaches 0.87 to 0.91 of the rate of heads of 128 (arXiv:2307.08691, figure 4)", () => {
    expect(share(a100.softmaxWidth)).toBeGreaterThan(0.87);
    expect(share(a100.softmaxWidth)).toBeLessThan(0.91);
  });

  test("on H100 reaches 0.77 to 0.88 (arXiv:2407.08608, figures 5 and 6)", () => {
    expect(share(32)).toBeGreaterThan(0.77);
    expect(share(32)).toBeLessThan(0.88);
  });
});

describe("a kernel in 8 bits", () => {
  test("its products take half as long, its softmax as long as before", () => {
    // At 128 the softmax is worth 32 more of the width: (64 + 32)/(128 + 32); at 64, (32 + 32)/(64 + 32).
    const wide = kernel("forward", "current") / kernel("forward", null);
    expect(wide * narrowShare("current", "forward")).toBeCloseTo(0.6, 6);
    const narrow = kernel("forward", "current", { d_h: 64 }) / kernel("forward", null, { d_h: 64 });
    expect(narrow * narrowShare("current", "forward")).toBeCloseTo(2 / 3, 6);
  });

  test("scales of blocks cost more than one of a tensor", () => {
    for (const direction of ["forward", "backward"] as const)
      expect(kernel(direction, "mx")).toBeGreaterThan(kernel(direction, "delayed"));
  });

  test("backward knows no window: it takes as long as under a causal mask; forward does not", () => {
    const window = { mask: { kind: "window", w: 128 } } as const;
    expect(kernel("backward", "mx", window)).toBe(kernel("backward", "mx"));
    expect(kernel("backward", null, window)).toBeLessThan(kernel("backward", null) / 100);
    expect(kernel("forward", "mx", window)).toBeLessThan(kernel("forward", "mx") / 100);
  });
});

test("4-bit products leave attention a scale for a tensor", () => {
  expect(attentionScaling({ ...eight("mx"), compute: "fp4", scaling: "nvfp4" })).toBe("current");
  expect(attentionScaling(eight("mx"))).toBe("mx");
  expect(attentionScaling(fp8("mx"))).toBeNull();
});

test("a step: attention is shorter, and casts of its operands are longer", () => {
  const step = (precision: Precision) => {
    const answer = estimate(
      scenario(
        llama(4, 8192, 64, 8, 28_672, 32_000),
        selene(1, { ...a100, peak: device.peak }),
        plan({ tp: 8, seqLen: 8192, globalBatch: 1, precision, flashAttention: true }),
      ),
    );
    if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
    const leaf = (name: string): number => {
      for (const branch of answer.estimate.time.step.parts)
        for (const one of [branch, ...branch.parts]) if (one.name === name) return one.value;
      throw new Error(name);
    };
    return { attention: leaf("time.attention"), moved: leaf("time.memory_bound") };
  };
  const [before, after] = [step(fp8("delayed")), step(eight("delayed"))];
  expect(after.attention).toBeLessThan(before.attention);
  expect(after.moved).toBeGreaterThan(before.moved);
});

test("a device without a rate in 8 bits refuses it", () => {
  const answer = estimate(
    scenario(
      llama(4, 8192, 64, 8, 28_672, 32_000),
      selene(1, { ...a100, peak: { ...a100.peak, bf16: 312e12, fp8: 0 } }),
      plan({ tp: 8, globalBatch: 1, precision: { ...bf16, attention: "fp8" }, flashAttention: true }),
    ),
  );
  expect(answer.ok).toBe(false);
});
