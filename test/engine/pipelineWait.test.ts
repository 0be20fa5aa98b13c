import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PassTimes } from "../../src/engine/estimate.ts";
import { scenarioInputs } from "../../src/engine/inputs.ts";
import { numbers } from "../../src/engine/numbers.ts";
import type { Plan, Schedule } from "../../src/engine/scenario.ts";
import { chunksPerStage, modelPieces, pieceOf, splitsBackward } from "../../src/engine/schedule.ts";
import { type ChunkTimes, pacingStages, pipelineWait } from "../../src/engine/step/pipelineWait.ts";
import { type Timeline, timeline } from "../../src/engine/step/timeline.ts";
import { gpt, plan, scenario, selene } from "./support/scenarios.ts";

/** Layers of a piece in units of a layer's time, by piece; the head is some layers more. */
type Work = (piece: number, pieces: number) => number;
/** Forward, backward without and gradients of weights, of one unit of work. */
type Unit = readonly [F: number, B: number, W: number];

const equal: Work = () => 1;

function passesOf(p: Plan, work: Work, [F, B, W]: Unit): readonly (readonly PassTimes[])[] {
  const pieces = modelPieces(p);
  const known = new Map<number, PassTimes>();
  return Array.from({ length: p.pp }, (_, stage) =>
    Array.from({ length: chunksPerStage(p) }, (_, chunk) => {
      const n = work(pieceOf(p, stage, chunk), pieces);
      const weights = splitsBackward(p.schedule) ? n * W : null;
      const pass = known.get(n) ?? { forward: n * F, backward: n * (B + W), weights };
      known.set(n, pass);
      return pass;
    }),
  );
}

/** What a step's passes take by the formulas of the engine. */
function byFormula(p: Plan, work: Work, unit: Unit): number {
  const s = scenario(gpt(4, 1024, 16), selene(16), p);
  const ctx = { alg: numbers, scenario: s, x: scenarioInputs(numbers, s), layouts: [] };
  const known = new Map<PassTimes, ChunkTimes<number>>();
  const lists = new Map<string, readonly ChunkTimes<number>[]>();
  const stages = passesOf(p, work, unit).map((passes, stage) => {
    const chunks = passes.map((pass) => {
      const backward = pass.backward - (pass.weights ?? 0);
      const found = known.get(pass) ?? { forward: pass.forward, backward, weights: pass.weights };
      known.set(pass, found);
      return found;
    });
    const key = passes.map(({ forward }) => forward).join();
    const same = lists.get(key) ?? chunks;
    lists.set(key, same);
    return { stage, chunks: same };
  });
  const m = p.numMicroBatches / (p.schedule === "dualpipe" ? 2 : 1);
  const lengths = pacingStages(stages).map((at) => {
    const own =
      stages[at]?.chunks.reduce((sum, c) => sum + c.forward + c.backward + (c.weights ?? 0), 0) ?? 0;
    return m * own + pipelineWait(ctx, stages, at);
  });
  return Math.max(...lengths);
}

/** The same by simulating every pass. */
function bySimulation(p: Plan, work: Work, unit: Unit): number {
  const stages = passesOf(p, work, unit).map((chunks) => {
    const sum = (of: (pass: PassTimes) => number) => chunks.reduce((total, pass) => total + of(pass), 0);
    const weights = splitsBackward(p.schedule) ? sum((pass) => pass.weights ?? 0) : null;
    return { forward: sum((pass) => pass.forward), backward: sum((pass) => pass.backward), weights, chunks };
  });
  const step = { name: "time.step", label: "", unit: "s", value: 0, parts: [] };
  const simulated = timeline(p, { time: { step, forward: 1, backward: 2, stages } });
  const together = !splitsBackward(p.schedule) || p.schedule === "dualpipe";
  return together ? simulated.seconds : longest(simulated);
}

/** From a stage's first pass to its last. */
function longest({ stages }: Timeline): number {
  return Math.max(...stages.map((passes) => (passes.at(-1)?.end ?? 0) - (passes[0]?.start ?? 0)));
}

const planOf = (schedule: Schedule, pp: number, m: number, vpp = 1): Plan =>
  plan({ schedule, pp, vpp, globalBatch: m });

describe("stages of equal time: the published bubbles", () => {
  const sizes = fc.record({ pp: fc.integer({ min: 2, max: 12 }), more: fc.integer({ min: 0, max: 20 }) });
  const unit: fc.Arbitrary<Unit> = fc
    .tuple(fc.integer({ min: 8, max: 12 }), fc.integer({ min: 8, max: 14 }), fc.integer({ min: 4, max: 8 }))
    .map(([F, B, W]) => [F, B, W]);
  const bubble = (p: Plan, of: Unit, by: typeof byFormula) =>
    by(p, equal, of) - p.numMicroBatches * (modelPieces(p) / p.pp) * (of[0] + of[1] + of[2]);

  test("1F1B, interleaved and GPipe: (p - 1)(F + B)/v of a stage's time (arXiv:2104.04473)", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 4 }), fc.boolean(), unit, ({ pp, more }, v, gpipe, of) => {
        const schedule = gpipe ? "gpipe" : v > 1 ? "interleaved_1f1b" : "1f1b";
        const p = planOf(schedule, pp, v > 1 && !gpipe ? pp * (1 + (more % 4)) : 1 + more, gpipe ? 1 : v);
        const expected = (pp - 1) * (of[0] + of[1] + of[2]);
        expect(bubble(p, of, byFormula)).toBeCloseTo(expected, 6);
        expect(bubble(p, of, bySimulation)).toBeCloseTo(expected, 6);
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
          const expected = (pp - 1) * (F + B - times * W);
          expect(bubble(p, of, byFormula)).toBeCloseTo(expected, 6);
          expect(bubble(p, of, bySimulation)).toBeCloseTo(expected, 6);
        }),
        { numRuns: 50 },
      );
    },
  );

  test("zb_v: none where F = B = W (arXiv:2401.10241, section 6)", () => {
    for (const pp of [2, 4, 8])
      for (const m of [2 * pp, 5 * pp])
        for (const by of [byFormula, bySimulation])
          expect(bubble(planOf("zb_v", pp, m), [1, 1, 1], by)).toBeCloseTo(0, 9);
  });

  test("dualpipe: (p/2 - 1)(F&B + B - 3W) where F = B = W (arXiv:2412.19437, table 2)", () => {
    for (const pp of [2, 4, 8, 16])
      for (const by of [byFormula, bySimulation]) {
        const p = planOf("dualpipe", pp, 2 * pp + 4);
        // Each of the two pieces sees half of the micro-batches.
        const busy = p.numMicroBatches * 3;
        expect(by(p, equal, [1, 1, 1]) - busy).toBeCloseTo((pp / 2 - 1) * (3 + 2 - 3), 9);
      }
  });
});

/** The formula's error against the simulation, on stages whose first and last pieces differ from the others. */
const ends: fc.Arbitrary<Work> = fc
  .record({
    layers: fc.integer({ min: 2, max: 6 }),
    lighter: fc.boolean(),
    head: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ layers, lighter, head }) => (piece, pieces) => {
    const end = piece === 0 || piece === pieces - 1;
    return layers - (lighter && end ? 1 : 0) + (piece === pieces - 1 ? head / 10 : 0);
  });
/** Pieces that differ by a layer here and there. */
const remainders: fc.Arbitrary<Work> = fc
  .record({ layers: fc.integer({ min: 2, max: 6 }), extra: fc.integer({ min: 1, max: 99 }) })
  .map(({ layers, extra }) => (piece, pieces) => {
    const total = layers * pieces + (extra % pieces);
    return Math.floor(((piece + 1) * total) / pieces) - Math.floor((piece * total) / pieces);
  });

describe("stages of unequal time, against the simulation", () => {
  test.each([
    ["gpipe", ends, -1e-9, 1e-9],
    ["1f1b", ends, -1e-9, 1e-9],
    ["1f1b", remainders, -0.02, 1e-9],
    ["interleaved_1f1b", ends, -0.05, 1e-9],
    ["zb_h1", ends, -0.06, 0.02],
    ["zb_h2", ends, -0.06, 0.02],
    ["zb_v", ends, -0.07, 0.03],
  ] as const)("%s", (schedule, works, least, most) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 2, max: 4 }),
        works,
        fc.integer({ min: 9, max: 13 }),
        fc.integer({ min: 6, max: 10 }),
        (pp, more, v, work, B, W) => {
          const interleaved = schedule === "interleaved_1f1b";
          const m = interleaved ? pp * (1 + (more % 5)) : schedule === "1f1b" ? 1 + more : pp + more;
          const p = planOf(schedule, pp, m, interleaved ? v : 1);
          const error = byFormula(p, work, [10, B, W]) / bySimulation(p, work, [10, B, W]) - 1;
          expect(error).toBeGreaterThanOrEqual(least);
          expect(error).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: 60, seed: 2401 },
    );
  });
});
