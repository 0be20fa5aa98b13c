import { expect, test } from "vitest";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Precision } from "../../../../src/engine/scenario/precision.ts";
import { estimated } from "../../support/estimated.ts";
import { fp32, generic, gpt, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const [layers, h, heads, s, tp] = [2, 2048, 16, 1024, 8];
const megatron: Framework = { ...generic, fused: true };
const run = (microBatch: number, framework: Framework, precision: Precision = mixed) => {
  const settings = { ...{ tp, dp: 1, seqLen: s, microBatch, globalBatch: microBatch }, precision, framework };
  return estimated(scenario(gpt(layers, h, heads), selene(1), plan(settings))).time;
};
/** Seconds of a step in attention's kernels. */
const core = (microBatch: number, fused: boolean, precision?: Precision): number => {
  const { parts } = run(microBatch, { ...megatron, fused }, precision).step;
  const compute = parts.find(({ name }) => name === "time.compute");
  return compute?.parts.find(({ name }) => name === "time.attention")?.value ?? Number.NaN;
};

test("a multiple of four score matrices has one softmax kernel; any other number has PyTorch's", () => {
  const { device } = selene(1);
  const scores = 2 * (heads / tp) * s * s;
  // With casts to fp32 and back 28 bytes a score forward and 32 backward, in five kernels each way, for four and six in one.
  const bytes = (28 + 32 - 4 - 6) * scores;
  const more = bytes / (device.memoryBytesPerSecond * device.memoryEfficiency) + 2 * 4 * 3e-6;
  expect(core(2, false) - core(2, true)).toBeCloseTo(layers * more, 7);
  expect(core(1, false) - core(1, true)).toBe(0);
});

test("scores in fp32 are never fused", () => {
  expect(core(2, false, fp32) - core(2, true, fp32)).toBe(0);
});

test("the host launches four kernels more a pass for them", () => {
  const step = (fused: boolean): number => run(1, { ...megatron, fused, launches: 10_000 }).step.value;
  expect(step(true) - step(false)).toBeCloseTo(3 * layers * 4 * selene(1).device.launchSeconds, 9);
});
