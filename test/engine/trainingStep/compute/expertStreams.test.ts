import { describe, expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import { kernelInputs } from "../../../../src/engine/trainingStep/inputs/inputs.ts";
import { gemmTime, type KernelContext } from "../../../../src/engine/trainingStep/kernels/kernels.ts";
import { selene } from "../../support/scenarios.ts";

const { device } = selene(1);
const ctx: KernelContext<number> = {
  alg: numbers,
  x: kernelInputs(numbers, device, { compute: "bf16", attention: "bf16", head: "bf16", activationBytes: 2 }),
};
const manner = { R: ctx.x.peakRate, c_l: 1, B_y: 2 };
const time = (M: number, n_b: number, n_q?: number): number =>
  gemmTime(ctx, { M, N: 4096, K: 4096, n_b, ...(n_q === undefined ? {} : { n_q }) }, manner);

describe("products of a batch as kernels of their own", () => {
  test("run as many at a time as there are streams", () => {
    expect(time(512, 32, 4)).toBeCloseTo(8 * time(512, 4), 12);
    expect(time(512, 30, 4)).toBeCloseTo(7.5 * time(512, 4), 12);
  });
  test("are one kernel's where there are no more of them than streams", () => {
    expect(time(512, 4, 4)).toBe(time(512, 4));
    expect(time(512, 2, 4)).toBe(time(512, 2));
  });
  test("take longer than one kernel where few rows leave multiprocessors idle, and hardly where many rows fill them", () => {
    expect(time(128, 64, 2) / time(128, 64)).toBeGreaterThan(1.1);
    expect(time(16_384, 64, 4) / time(16_384, 64)).toBeLessThan(1.02);
  });
});
