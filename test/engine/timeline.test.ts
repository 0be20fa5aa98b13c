import fc from "fast-check";
import { expect, test } from "vitest";
import type { Plan } from "../../src/engine/scenario.ts";
import { timeline } from "../../src/engine/timeline.ts";
import { plan } from "./support/scenarios.ts";

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

test("the passes in flight are what the memory estimate counts", () => {
  const p = plan({ pp: 8, vpp: 3, globalBatch: 64, schedule: "interleaved_1f1b" });
  const { stages } = timeline(p, times(1, 2));
  const most = stages.map((passes) => {
    let live = 0;
    let peak = 0;
    for (const pass of passes) {
      live += pass.kind === "forward" ? 1 : -1;
      peak = Math.max(peak, live);
    }
    return peak;
  });
  expect(most).toEqual([31, 29, 27, 25, 23, 21, 19, 17]);
});
