import { describe, expect, test } from "vitest";
import type { Device } from "../../../../src/engine/scenario/device.ts";
import { estimated as of } from "../../support/estimated.ts";
import { a100, generic, gpt, korthikanti, plan, scenario, selene } from "../../support/scenarios.ts";

/** The constants of CALIBRATION.md. */
const device: Device = { ...a100, gemmEfficiency: 0.765, memoryEfficiency: 0.85, launchSeconds: 15e-6 };
const cluster = (nodes: number) => {
  const { scaleUp, scaleOut, ...rest } = selene(nodes, device);
  return {
    ...rest,
    scaleUp: { ...scaleUp, baseLatencySeconds: 38e-6, efficiency: 0.76 },
    scaleOut: scaleOut && { ...scaleOut, efficiency: 0.86 },
  };
};

/** arXiv:2104.04473, Table 1: layers, hidden, heads, tp, pp, vpp, dp, micro-batch, batch, TFLOP/s a device. */
const TABLE_1 = [
  [24, 2304, 24, 1, 1, 1, 32, 16, 512, 137],
  [30, 3072, 32, 2, 1, 1, 32, 16, 512, 138],
  [36, 4096, 32, 4, 1, 1, 32, 16, 512, 142],
  [40, 6144, 48, 8, 1, 1, 32, 8, 1024, 135],
  [48, 8192, 64, 8, 2, 1, 32, 4, 1536, 138],
  [60, 10_240, 80, 8, 4, 3, 32, 2, 1792, 140],
  [80, 12_288, 96, 8, 8, 2, 24, 2, 2304, 148],
  [96, 16_384, 128, 8, 16, 2, 15, 1, 2160, 155],
  [105, 20_480, 128, 8, 35, 3, 9, 1, 2520, 163],
  [128, 25_600, 160, 8, 64, 1, 6, 1, 3072, 163],
] as const;

describe("Narayanan et al. 2021, Table 1", () => {
  test.each(TABLE_1)("%i layers of %i", (L, h, a, tp, pp, vpp, dp, microBatch, globalBatch, tflops) => {
    const p = plan({
      tp,
      pp,
      vpp,
      dp,
      microBatch,
      globalBatch,
      schedule: vpp > 1 ? "interleaved_1f1b" : "1f1b",
      recompute: { kind: "full", modules: [] },
    });
    const e = of(scenario(gpt(L, h, a), cluster((tp * pp * dp) / 8), p));
    expect(Math.abs(e.hardwareFlopsPerDevice / (tflops * 1e12) - 1)).toBeLessThan(0.1);
    // Equation 3 of the paper.
    const [B, s, V] = [globalBatch, 2048, 51_200];
    const eq3 = 96 * B * s * L * h * h * (1 + s / (6 * h) + V / (16 * L * h));
    expect(e.hardwareFlops / eq3).toBeCloseTo(1, 9);
  });
});

test("Korthikanti et al. 2022, Table 5: 175B in 18.13 s and 13.75 s", () => {
  const full = { ...korthikanti({ recompute: { kind: "full", modules: [] } }), cluster: cluster(8) };
  const selective = {
    ...korthikanti({ sequenceParallel: true, recompute: { kind: "selective", modules: ["attention"] } }),
    cluster: cluster(8),
  };
  expect(Math.abs(of(full).time.step.value / 18.13 - 1)).toBeLessThan(0.06);
  expect(Math.abs(of(selective).time.step.value / 13.75 - 1)).toBeLessThan(0.06);
  expect(of(selective).mfu).toBeCloseTo(0.514, 1);
});

test("the bubble fraction is (p - 1)/(v m)", () => {
  expect(of(korthikanti()).bubbleRatio).toBe(7 / (3 * 64));
});

test("one device has no communication and no bubble", () => {
  const e = of(scenario(gpt(4, 1024, 16), selene(1, a100, { devices: 1 }), plan({ globalBatch: 4 })));
  const part = (name: string) => e.time.step.parts.find((p) => p.name === name)?.value;
  expect([part("time.communication"), part("time.bubble"), e.comm.length]).toEqual([0, 0, 0]);
});

test("collectives beside gradients only leave forward scatters whole, and those beside pieces one piece", () => {
  const exposed = (tpOverlap: "pieces" | "gradients", tp: number) => {
    const overlap = { dp: false, tp: true, pp: false, ep: false, sharedExperts: false };
    const framework = { ...generic, tpOverlap };
    const p = plan({ framework, tp, sequenceParallel: true, microBatch: 8, globalBatch: 8, overlap });
    const { comm } = of(scenario(gpt(4, 8192, 64), selene(1, a100, { devices: tp }), p));
    const shareOf = (op: string, what: string) => {
      const found = comm.find((c) => c.dimension === "tp" && c.op === op && c.what === what);
      return (found?.exposedSeconds ?? Number.NaN) / (found?.totalSeconds ?? Number.NaN);
    };
    return {
      there: shareOf("reduce_scatter", "activations"),
      back: shareOf("reduce_scatter", "activation gradients"),
    };
  };
  expect(exposed("gradients", 8).there).toBe(1);
  expect(exposed("gradients", 8).back).toBeLessThan(0.5);
  expect(exposed("pieces", 8).there).toBeLessThan(0.5);
});

test("a group inside the node uses the links of the node, across nodes both", () => {
  const e = of(scenario(gpt(32, 4096, 32), selene(4), plan({ tp: 4, dp: 8, globalBatch: 8 })));
  const tiers = new Map(e.comm.map((c) => [c.dimension, [c.tier, c.groupSize]]));
  expect(tiers.get("tp")).toEqual(["scale_up", 4]);
  expect(tiers.get("dp")).toEqual(["both", 8]);
});
