import { describe, expect, test } from "vitest";
import { roofline } from "../../../../src/engine/index.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { coreDtype } from "../../../../src/engine/trainingStep/inputs/precision.ts";
import { korthikanti } from "../../support/scenarios.ts";

const with8Bits = (scenario: Scenario): Scenario => ({
  ...scenario,
  cluster: {
    ...scenario.cluster,
    device: {
      ...scenario.cluster.device,
      peak: { ...scenario.cluster.device.peak, fp8: 624e12 },
    },
  },
  plan: {
    ...scenario.plan,
    precision: { ...scenario.plan.precision, name: "fp8", compute: "fp8", head: "bf16", scaling: "delayed" },
  },
});

const scenario = korthikanti({ recompute: { kind: "none", modules: [] } });
const found = roofline(scenario);

describe("the FLOPs of a dense layer's products", () => {
  const { model, plan } = scenario;
  const { seqLen: s, microBatch: b, tp: t } = plan;
  const weights = (pass: "forward" | "backward") =>
    found.points
      .filter((point) => point.kind === "gemm" && point.pass === pass)
      .reduce((sum, point) => sum + point.times * point.flops, 0);

  test("are 24 s b h^2 forward, on tp devices together (arXiv:2104.04473, appendix)", () => {
    expect((weights("forward") * t) / (24 * s * b * model.dModel ** 2 * model.layers)).toBeCloseTo(1, 9);
  });

  test("and twice as many backward", () => {
    expect(weights("backward") / weights("forward")).toBeCloseTo(2, 9);
  });
});

test("flash attention does half of the score matrix forward and two and a half times that backward", () => {
  const flash = korthikanti({ flashAttention: true });
  const { model, plan } = flash;
  const [forward, backward] = (["forward", "backward"] as const).map((pass) =>
    roofline(flash).points.find((point) => point.label === "flash attention" && point.pass === pass),
  );
  const whole = (4 * plan.microBatch * plan.seqLen ** 2 * model.dModel) / plan.tp;
  expect((forward?.flops ?? 0) / whole).toBeCloseTo((plan.seqLen + 128) / (2 * plan.seqLen), 9);
  expect((backward?.flops ?? 0) / whole).toBeCloseTo((2.5 * (plan.seqLen + 64)) / (2 * plan.seqLen), 9);
});

test("shares of the time are those of all kernels, each as often as it runs", () => {
  expect(found.points.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  const again = roofline(korthikanti({ recompute: { kind: "full", modules: [] } }));
  const times = (of: typeof found) =>
    of.points.find(({ label, pass }) => label === "down-projection of the MLP" && pass === "forward")?.times;
  expect(times(again)).toBe(2 * (times(found) ?? 0));
});

for (const [name, one] of [
  ["16 bits", scenario],
  ["8 bits", with8Bits(scenario)],
] as const)
  test(`no kernel is above its roof: ${name}`, () => {
    const { memory, compute, points } = roofline(one);
    expect(points.length).toBeGreaterThan(10);
    for (const { label, intensity, rate, dtype, flops, bytes, seconds } of points) {
      const peak = compute.find((roof) => roof.dtype === dtype)?.peak ?? Number.POSITIVE_INFINITY;
      expect(rate, label).toBeLessThanOrEqual(Math.min(peak, intensity * memory.peak));
      expect(rate * seconds).toBeCloseTo(flops, -3);
      expect(intensity * bytes).toBeCloseTo(flops, -3);
    }
  });

test("the peaks are those of the formats that the plan's kernels have", () => {
  expect(found.compute.map(({ dtype }) => dtype)).toEqual([coreDtype(scenario.plan.precision)]);
  expect(roofline(with8Bits(scenario)).compute.map(({ dtype, peak }) => [dtype, peak])).toEqual([
    ["fp8", 624e12],
    ["bf16", 312e12],
  ]);
});
