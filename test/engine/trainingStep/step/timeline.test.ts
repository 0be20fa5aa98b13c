import fc from "fast-check";
import { expect, test } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { scenarioInputs } from "../../../../src/engine/trainingStep/inputs/inputs.ts";
import { microBatchesInFlight } from "../../../../src/engine/trainingStep/memory/inFlight.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { type Timeline, timeline } from "../../../../src/engine/trainingStep/step/timeline.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const times = (forward: number, backward: number) => ({
  time: { forward, backward, step: { name: "time.step", label: "", unit: "s", value: 0, parts: [] } },
});
const schedules: fc.Arbitrary<Plan> = fc
  .record({
    pp: fc.integer({ min: 1, max: 8 }),
    vpp: fc.integer({ min: 1, max: 4 }),
    rounds: fc.integer({ min: 1, max: 4 }),
    gpipe: fc.boolean(),
  })
  .map(({ pp, vpp, rounds, gpipe }) =>
    gpipe || vpp === 1
      ? plan({ pp, globalBatch: pp * rounds, schedule: gpipe ? "gpipe" : "1f1b" })
      : plan({ pp, vpp, globalBatch: pp * rounds, schedule: "interleaved_1f1b" }),
  );

test("the simulated schedule takes m(F + B) + (p - 1)(F + B)/v", () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), (p, F, B) => {
      const { seconds } = timeline(p, times(F, B));
      expect(seconds).toBeCloseTo((p.numMicroBatches + (p.pp - 1) / p.vpp) * (F + B), 9);
    }),
  );
});

test("every stage runs every pass once, one at a time", () => {
  fc.assert(
    fc.property(schedules, (p) => {
      for (const passes of timeline(p, times(1, 2)).stages) {
        const names = passes.map((pass) => `${pass.kind} ${pass.microBatch} ${pass.chunk}`);
        expect(new Set(names).size).toBe(2 * p.numMicroBatches * p.vpp);
        expect(names.length).toBe(2 * p.numMicroBatches * p.vpp);
        passes.forEach((pass, i) => {
          expect(pass.start).toBeGreaterThanOrEqual(passes[i - 1]?.end ?? 0);
        });
      }
    }),
  );
});

/** The most activations of chunks that a stage holds at once, in micro-batches of the whole stage. */
function mostHeld({ stages }: Timeline, release: "backward" | "weights", chunks: number): readonly number[] {
  return stages.map((passes) => {
    let live = 0;
    let most = 0;
    for (const { kind } of passes) {
      if (kind === "forward") live++;
      if (kind === release) live--;
      most = Math.max(most, live);
    }
    return most / chunks;
  });
}

function counted(p: Plan): readonly number[] {
  const s = scenario(gpt(96, 1024, 16), selene(1), p);
  const layouts = stageLayouts(s.model, p) ?? [];
  const ctx = {
    alg: numbers,
    scenario: s,
    x: scenarioInputs(numbers, s),
    layouts,
    gradients: "weights" as const,
  };
  return layouts.map((stage) => microBatchesInFlight(ctx, stage));
}

test("the passes in flight are what the memory estimate counts", () => {
  const p = plan({ pp: 8, vpp: 3, globalBatch: 64, schedule: "interleaved_1f1b" });
  expect(mostHeld(timeline(p, times(1, 2)), "backward", 1)).toEqual([31, 29, 27, 25, 23, 21, 19, 17]);
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 4, 8),
      fc.constantFrom(1, 2, 3, 4),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (pp, vpp, rounds, gpipe) => {
        const v = gpipe ? 1 : vpp;
        const schedule = gpipe ? "gpipe" : v > 1 ? "interleaved_1f1b" : "1f1b";
        const p = plan({ pp, vpp: v, globalBatch: pp * rounds, schedule });
        const held = mostHeld(timeline(p, times(1, 2)), "backward", v);
        expect(counted(p).map((n) => n * v)).toEqual(held.map((n) => n * v));
      },
    ),
  );
});

test("zero bubble: every stage holds as much as the first (arXiv:2401.10241)", () => {
  for (const [schedule, chunks, most] of [
    ["zb_h1", 1, 8],
    ["zb_h2", 1, 15],
    ["zb_v", 2, 8],
  ] as const) {
    const p = plan({ pp: 8, globalBatch: 48, schedule });
    expect(mostHeld(timeline(p, times(1, 2)), "weights", chunks)).toEqual(new Array(8).fill(most));
    expect(counted(p)).toEqual(new Array(8).fill(most));
  }
});
