import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbers } from "../../../src/engine/core/numbers.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Schedule } from "../../../src/engine/scenario/scheduleName.ts";
import {
  chunksPerStage,
  modelPieces,
  pieceOf,
  pipelineCopies,
  splitsBackward,
} from "../../../src/engine/schedules/pieces.ts";
import { runSchedule } from "../../../src/engine/schedules/runSchedule.ts";
import { scenarioInputs } from "../../../src/engine/trainingStep/inputs/inputs.ts";
import type { ChunkTimes, PipelineStage } from "../../../src/engine/trainingStep/step/pipelineStage.ts";
import { scheduleTime } from "../../../src/engine/trainingStep/step/scheduleTime.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";

/** Work of a piece of the model, in units of a layer's time. */
type Work = (piece: number, pieces: number) => number;
/** Forward, gradients of inputs, gradients of weights, of one unit of work. */
type Unit = readonly [F: number, B: number, W: number];

const equal: Work = () => 1;
const planOf = (schedule: Schedule, pp: number, m: number, vpp = 1): Plan =>
  plan({ schedule, pp, vpp, globalBatch: m });
const contextOf = (p: Plan) => {
  const s = scenario(gpt(4, 1024, 16), selene(16), p);
  return {
    alg: numbers,
    scenario: s,
    x: scenarioInputs(numbers, s),
    layouts: [],
    gradients: "weights" as const,
  };
};

/** Stages as the engine makes them: what takes as long is the same object. */
function stagesOf(p: Plan, work: Work, [F, B, W]: Unit): readonly PipelineStage<number>[] {
  const known = new Map<number, ChunkTimes<number>>();
  const split = splitsBackward(p.schedule);
  return Array.from({ length: p.pp }, (_, stage) => ({
    stage,
    chunks: Array.from({ length: chunksPerStage(p) }, (_, chunk) => {
      const n = work(pieceOf(p, stage, chunk), modelPieces(p));
      const own = known.get(n) ?? {
        ...{ forward: n * F, backward: n * (split ? B : B + W), weights: split ? n * W : null },
      };
      known.set(n, own);
      return own;
    }),
  }));
}

const bySimulation = (p: Plan, work: Work, unit: Unit): number =>
  scheduleTime(contextOf(p), stagesOf(p, work, unit));

describe("stages of equal time: the published bubbles", () => {
  const sizes = fc.record({ pp: fc.integer({ min: 2, max: 12 }), more: fc.integer({ min: 0, max: 20 }) });
  const unit: fc.Arbitrary<Unit> = fc
    .tuple(fc.integer({ min: 8, max: 12 }), fc.integer({ min: 8, max: 14 }), fc.integer({ min: 4, max: 8 }))
    .map(([F, B, W]) => [F, B, W]);
  const bubble = (p: Plan, of: Unit) =>
    bySimulation(p, equal, of) -
    (p.numMicroBatches / pipelineCopies(p)) * chunksPerStage(p) * (of[0] + of[1] + of[2]);

  test("1F1B, interleaved and GPipe: (p - 1)(F + B)/v of a stage's time (arXiv:2104.04473)", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 4 }), fc.boolean(), unit, ({ pp, more }, v, gpipe, of) => {
        const schedule = gpipe ? "gpipe" : v > 1 ? "interleaved_1f1b" : "1f1b";
        const chunks = gpipe ? 1 : v;
        const p = planOf(schedule, pp, chunks > 1 ? pp * (1 + (more % 4)) : 1 + more, chunks);
        const expected = (pp - 1) * (of[0] + of[1] + of[2]);
        expect(bubble(p, of)).toBeCloseTo(expected, 6);
      }),
    );
  });

  test.each([
    ["zb_h1", 1],
    ["zb_h2", 2],
  ] as const)(
    "%s: (p - 1)(F + B - %i W), W no longer than F (arXiv:2401.10241, table 2)",
    (schedule, times) => {
      fc.assert(
        fc.property(sizes, unit, ({ pp, more }, of) => {
          const [F, B, W] = of;
          const p = planOf(schedule, pp, 2 * pp + more);
          expect(bubble(p, of)).toBeCloseTo((pp - 1) * (F + B - times * W), 6);
        }),
        { numRuns: 50 },
      );
    },
  );

  test("zb_v: none where F = B = W (arXiv:2401.10241, section 6)", () => {
    for (const pp of [2, 4, 8])
      for (const m of [2 * pp, 5 * pp, 20 * pp + 3])
        expect(bubble(planOf("zb_v", pp, m), [1, 1, 1])).toBeCloseTo(0, 9);
  });

  test("dualpipe: (p/2 - 1)(F&B + B - 3W) (arXiv:2412.19437, table 2)", () => {
    // In the paper's table B is whole, and a rank's two chunks take as long as its passes.
    for (const pp of [2, 4, 8, 16])
      for (const [F, B, W] of [[1, 1, 1] as const, [8, 10, 6] as const])
        expect(bubble(planOf("dualpipe", pp, 2 * pp + 4), [F, B, W])).toBeCloseTo(
          (pp / 2 - 1) * (F + (B + W) + (B + W) - 3 * W),
          9,
        );
  });
});

test("no schedule takes longer when any of its passes takes less", () => {
  const schedules: readonly Schedule[] = [
    ...(["interleaved_1f1b", "breadth_first", "zb_h1", "zb_h2", "zb_v", "v_half", "v_min"] as const),
    ...(["dualpipe", "dualpipe_v"] as const),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...schedules),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 16, maxLength: 16 }),
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 16, maxLength: 16 }),
      fc.tuple(...([9, 9, 9] as const).map((most) => fc.integer({ min: 1, max: most }))),
      (schedule, half, rounds, works, less, [F, B, W]) => {
        const pp = 2 * half;
        const vpp = schedule === "interleaved_1f1b" || schedule === "breadth_first" ? 2 : 1;
        const p = planOf(schedule, pp, rounds * pp, vpp);
        const long: Work = (piece) => works[piece] ?? 1;
        const short: Work = (piece) => Math.max(1, (works[piece] ?? 1) - (less[piece] ?? 0));
        const unit: Unit = [F ?? 1, B ?? 1, W ?? 1];
        expect(bySimulation(p, short, unit)).toBeLessThanOrEqual(bySimulation(p, long, unit));
      },
    ),
    { numRuns: 150 },
  );
});

describe("steps too long to be simulated whole", () => {
  // The rate of two shorter runs stands for the rest: of stages that are all but equal, to half a hundredth.
  test("are as long as a whole simulation, though a longer run's chain may have fewer of some passes", () => {
    const second = fc.double({ min: 0.001, max: 0.01, noNaN: true });
    const sizes = fc.record({
      ...{
        layers: fc.array(fc.constantFrom(4, 5, 5.005, 5.02, 5.1), { minLength: 3, maxLength: 8 }),
        F: second,
        B: second,
      },
      more: fc.integer({ min: 1, max: 120 }),
    });
    fc.assert(
      fc.property(sizes, ({ layers, F, B, more }) => {
        const p = planOf("1f1b", layers.length, 10 * layers.length + more);
        const chunks = layers.map((n) => [{ forward: n * F, backward: n * B, weights: 0 }]);
        const found = bySimulation(p, (piece) => layers[piece] ?? 0, [F, B, 0]);
        expect(found / runSchedule(p, chunks).seconds).toBeCloseTo(1, 2);
      }),
      { numRuns: 400 },
    );
  });
});
