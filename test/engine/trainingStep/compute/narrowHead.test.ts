import { expect, test } from "vitest";
import type { Precision } from "../../../../src/engine/scenario/precision.ts";
import { estimated } from "../../support/estimated.ts";
import { a100, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const [s, h, vocab] = [4096, 4096, 128_256];
/** A device whose rate in 8 bits is twice that in 16. */
const cluster = {
  ...selene(1),
  device: { ...a100, peak: { ...a100.peak, fp8: 2 * a100.peak.bf16 }, fp8Transposes: true },
};
const fp8: Precision = {
  ...mixed,
  ...{ name: "fp8", compute: "fp8", attention: "bf16", head: "bf16", scaling: "mx", operandBytes: 1 },
};

/** Time of head and loss in a step of one micro-batch, s. */
function vocabulary(precision: Precision): number {
  const model = llama(8, h, 32, 8, 14_336, vocab);
  const { time } = estimated(
    scenario(model, cluster, plan({ dp: 8, seqLen: s, globalBatch: 8, flashAttention: true, precision })),
  );
  const compute = time.step.parts.find(({ name }) => name === "time.compute");
  return compute?.parts.find(({ name }) => name === "time.vocabulary")?.value ?? Number.NaN;
}

test("matmuls in 4 bits keep a share of their own, and no others do", () => {
  const model = llama(8, h, 32, 8, 14_336, vocab);
  const gemms = (fp4Efficiency: number, precision: Precision): number => {
    const device = { ...cluster.device, peak: { ...cluster.device.peak, fp4: 1e15 }, fp4Efficiency };
    const { time } = estimated(
      scenario(
        model,
        { ...cluster, device },
        plan({ dp: 8, seqLen: s, globalBatch: 8, flashAttention: true, precision }),
      ),
    );
    const compute = time.step.parts.find(({ name }) => name === "time.compute");
    return compute?.parts.find(({ name }) => name === "time.gemm")?.value ?? Number.NaN;
  };
  const fp4: Precision = { ...fp8, name: "nvfp4", compute: "fp4", scaling: "nvfp4", operandBytes: 0.5625 };
  expect(gemms(0.5, fp4) / gemms(1, fp4)).toBeGreaterThan(1.6);
  expect(gemms(0.5, fp8)).toBe(gemms(1, fp8));
});

test("a head in 8 bits takes half as long, and casts its operands", () => {
  const { device } = cluster;
  const rate = device.peak.bf16 * device.gemmEfficiency * device.sustained;
  const saved = (6 * s * h * vocab) / rate / 2;
  // MXFP8 reads 2 bytes and writes 1 + 1/32 along rows and along columns: of the input, the weights and the gradient.
  const elements = s * h + h * vocab + s * vocab;
  const casts = (elements * (2 + 2 * (1 + 1 / 32))) / (device.memoryBytesPerSecond * device.memoryEfficiency);
  const gained = vocabulary(fp8) - vocabulary({ ...fp8, head: "fp8" });
  // Waves of tiles, and what a tile's start and end cost, are not in the closed form.
  expect(gained / (saved - casts)).toBeGreaterThan(0.9);
  expect(gained / (saved - casts)).toBeLessThan(1.1);
});
