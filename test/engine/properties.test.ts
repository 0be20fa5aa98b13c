import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../src/engine/estimate/estimate.ts";
import { ringAllReduce, ringShare } from "../../src/engine/formulas/communication/collectives.ts";
import type { Plan } from "../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../src/engine/scenario/scenario.ts";
import { estimated as of } from "./support/estimated.ts";
import { gpt, llama, plan, scenario, selene } from "./support/scenarios.ts";

const power = (most: number) => fc.integer({ min: 0, max: most }).map((n) => 2 ** n);

/** Scenarios of every sort that the engine answers for. */
const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    tp: power(4),
    pp: power(3),
    dp: power(5),
    vpp: fc.constantFrom(1, 2, 3),
    rounds: fc.integer({ min: 1, max: 5 }),
    microBatch: power(2),
    zero: fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<Plan["zero"]>,
    sequenceParallel: fc.boolean(),
    flashAttention: fc.boolean(),
    gpipe: fc.boolean(),
    recompute: fc.constantFrom<Plan["recompute"]>(
      { kind: "none", modules: [] },
      { kind: "full", modules: [] },
      { kind: "selective", modules: ["attention"] },
      { kind: "selective", modules: ["norms", "mlp"] },
    ),
    overlap: fc.record({
      ...{ dp: fc.boolean(), tp: fc.boolean(), pp: fc.boolean(), ep: fc.constant(false) },
      sharedExperts: fc.constant(false),
    }),
    llama: fc.boolean(),
    width: fc.constantFrom(2048, 8192),
  })
  .map((r) => {
    const pieces = r.pp * (r.pp > 1 ? r.vpp : 1);
    const layers = pieces * 2;
    const model = r.llama ? llama(layers, r.width, 32, 8, 4 * r.width, 128_256) : gpt(layers, r.width, 32);
    const p = plan({
      ...r,
      vpp: r.pp > 1 ? r.vpp : 1,
      schedule: r.pp > 1 && r.vpp > 1 ? "interleaved_1f1b" : r.gpipe ? "gpipe" : "1f1b",
      sequenceParallel: r.sequenceParallel && r.tp > 1,
      globalBatch: r.rounds * r.pp * r.dp * r.microBatch,
      tokens: 1e9,
    });
    const devices = r.tp * r.pp * r.dp;
    return scenario(model, selene(Math.ceil(devices / 8), undefined, { devices }), p);
  });

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

function wellFormed(tree: Breakdown): void {
  expect(tree.value).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(tree.value)).toBe(true);
  if (tree.parts.length > 0)
    expect(
      close(
        tree.parts.reduce((sum, part) => sum + part.value, 0),
        tree.value,
      ),
    ).toBe(true);
  for (const part of tree.parts) wellFormed(part);
}

describe("for any scenario", () => {
  test("parts sum to the whole, and nothing is negative or not a number", () => {
    fc.assert(
      fc.property(scenarios, (s) => {
        const e = of(s);
        for (const tree of [e.time.step, e.params, ...e.memory.stages]) wellFormed(tree);
        expect(e.memory.peak).toBe(Math.max(...e.memory.stages.map((stage) => stage.value)));
        for (const c of e.comm) {
          expect(c.callSeconds).toBeGreaterThanOrEqual(0);
          expect(close(c.count * c.callSeconds, c.totalSeconds)).toBe(true);
          expect(c.exposedSeconds).toBeLessThanOrEqual(c.totalSeconds * (1 + 1e-12));
        }
        expect(e.mfu).toBeGreaterThan(0);
        expect(e.mfu).toBeLessThan(1);
        expect(e.hfu).toBeGreaterThanOrEqual(e.mfu);
      }),
      { numRuns: 200 },
    );
  });

  test("state never grows with the ZeRO stage", () => {
    fc.assert(
      fc.property(scenarios, (s) => {
        const states = ([0, 1, 2, 3] as const).map((zero) => {
          const { memory } = of({ ...s, plan: { ...s.plan, zero } });
          return memory.weights + memory.gradients + memory.optimizer;
        });
        for (let i = 1; i < 4; i++) expect(states[i]).toBeLessThanOrEqual(states[i - 1] ?? 0);
      }),
      { numRuns: 100 },
    );
  });

  test("a step never takes longer with more bandwidth", () => {
    fc.assert(
      fc.property(scenarios, fc.double({ min: 1, max: 10, noNaN: true }), (s, factor) => {
        const { scaleUp, scaleOut, device } = s.cluster;
        const step = of(s).time.step.value;
        const faster = [
          { ...s.cluster, scaleUp: { ...scaleUp, bytesPerSecond: scaleUp.bytesPerSecond * factor } },
          {
            ...s.cluster,
            scaleOut: scaleOut && { ...scaleOut, nicBytesPerSecond: scaleOut.nicBytesPerSecond * factor },
          },
          { ...s.cluster, device: { ...device, memoryBytesPerSecond: device.memoryBytesPerSecond * factor } },
        ];
        for (const cluster of faster)
          expect(of({ ...s, cluster }).time.step.value).toBeLessThanOrEqual(step * (1 + 1e-12));
      }),
      { numRuns: 100 },
    );
  });

  test("recomputing everything keeps less than keeping everything", () => {
    fc.assert(
      fc.property(scenarios, (s) => {
        const kept = (kind: "none" | "full"): number =>
          of({ ...s, plan: { ...s.plan, recompute: { kind, modules: [] } } }).memory.activations;
        expect(kept("full")).toBeLessThan(kept("none"));
      }),
      { numRuns: 50 },
    );
  });
});

test("reduce-scatter and all-gather together are an all-reduce", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 4096 }),
      fc.double({ min: 1, max: 1e11, noNaN: true }),
      fc.double({ min: 1e-7, max: 1e-3, noNaN: true }),
      (n, Q, tau_a) => {
        const args = { n, tau_a, tau_b: 0, Q, beta: 2e11 };
        expect(close(2 * ringShare.evaluate(args), ringAllReduce.evaluate(args))).toBe(true);
      },
    ),
  );
});

test("without parallelism, sequence length and replicas scale as they must", () => {
  const at = (dp: number): Estimate =>
    of(scenario(gpt(8, 2048, 16), selene(8, undefined, { devices: dp }), plan({ dp, globalBatch: 8 * dp })));
  expect(at(16).modelFlops).toBe(16 * at(1).modelFlops);
  // Replicas add communicators, which are reserved; the framework's own tensors stay as they are.
  const tensors = ({ memory }: Estimate): number => memory.peak - memory.reserved;
  expect(tensors(at(16))).toBe(tensors(at(1)));
  expect(at(16).time.step.value).toBeGreaterThan(at(1).time.step.value);
});
