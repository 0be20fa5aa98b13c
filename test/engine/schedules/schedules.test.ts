import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Schedule } from "../../../src/engine/scenario/scheduleName.ts";
import { mostHeld } from "../../../src/engine/schedules/heldOverTime.ts";
import { codeOf, passOf } from "../../../src/engine/schedules/pass.ts";
import { pieceAt, piecesOf } from "../../../src/engine/schedules/placement.ts";
import { runSchedule, type Simulation } from "../../../src/engine/schedules/runSchedule.ts";
import type { ScheduledPlan } from "../../../src/engine/schedules/scheduledPlan.ts";
import { stepLength } from "../../../src/engine/schedules/stepLength.ts";
import { placementOf } from "../../../src/engine/schedules/traits.ts";
import { runs } from "../../support/runs.ts";
import { busy, equal, NAMED, period, planOf } from "./support.ts";

/** A plan that its schedule can run: DualPipe wants even stages and two micro-batches each, interleaving whole groups. */
const plans = (schedules: readonly Schedule[]): fc.Arbitrary<ScheduledPlan> =>
  fc
    .record({
      schedule: fc.constantFrom(...schedules),
      half: fc.integer({ min: 1, max: 4 }),
      odd: fc.boolean(),
      more: fc.integer({ min: 0, max: 12 }),
      v: fc.integer({ min: 1, max: 4 }),
      wider: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ schedule, half, odd, more, v, wider }) => {
      const both = schedule === "dualpipe" || schedule === "dualpipe_v";
      const pp = 2 * half + (odd && !both ? 1 : 0);
      const group = pp + wider;
      const m =
        schedule === "interleaved_1f1b" ? group * (1 + (more % 3)) : both ? 2 * pp + 2 * more : 1 + more;
      return planOf(
        schedule,
        pp,
        m,
        schedule === "interleaved_1f1b" || schedule === "breadth_first" ? v : 1,
        group,
      );
    });

/** Every pass runs once, one at a time on its rank, and after the pass it depends on: read off the result alone. */
function checkPasses(plan: ScheduledPlan, { ranks }: Simulation): void {
  const placement = placementOf(plan);
  const pieces = piecesOf(placement);
  const ends = new Map<string, number>();
  const all = ranks.flatMap(({ codes, starts, ends: to }, rank) =>
    Array.from(codes, (code, i) => ({ ...passOf(code), rank, start: starts[i] ?? 0, end: to[i] ?? 0 })),
  );
  const key = (what: string, microBatch: number, piece: number) => `${what} ${microBatch} ${piece}`;
  for (const { kind, chunk, microBatch, rank, end } of all) {
    const piece = pieceAt(placement, rank, chunk);
    const name = kind === "F" ? "F" : kind === "W" ? "W" : "B";
    expect(ends.has(key(name, microBatch, piece))).toBe(false);
    ends.set(key(name, microBatch, piece), end);
    if (kind === "BW") ends.set(key("W", microBatch, piece), end);
  }
  expect(ends.size).toBe(3 * plan.numMicroBatches * pieces);
  for (const { kind, chunk, microBatch, rank, start } of all) {
    const piece = pieceAt(placement, rank, chunk);
    const after = (what: string, at: number) =>
      expect(start).toBeGreaterThanOrEqual((ends.get(key(what, microBatch, at)) ?? Number.NaN) - 1e-9);
    if (kind === "F" && piece > 0) after("F", piece - 1);
    if (kind === "W") after("B", piece);
    if (kind === "B" || kind === "BW") {
      after("F", piece);
      if (piece < pieces - 1) after("B", piece + 1);
    }
  }
  for (const { starts, ends: to } of ranks)
    for (let i = 1; i < starts.length; i++) expect(starts[i]).toBeGreaterThanOrEqual((to[i - 1] ?? 0) - 1e-9);
}

const time = fc.integer({ min: 2, max: 9 });

test("every schedule runs every pass once, in an order that its dependencies allow", () => {
  fc.assert(
    fc.property(plans(NAMED), time, time, time, (plan, F, B, W) => {
      checkPasses(plan, runSchedule(plan, equal(plan, F, B, W)));
    }),
    { numRuns: runs(80, 120) },
  );
});

test("and so with stages of unequal time, and with sends that keep the sender busy", () => {
  fc.assert(
    fc.property(
      plans(NAMED),
      fc.integer({ min: 0, max: 3 }),
      fc.infiniteStream(time),
      (plan, send, stream) => {
        const next = () => stream.next().value as number;
        const times = equal(plan, 1, 1, 1).map((chunks) =>
          chunks.map(() => ({ forward: next(), backward: next(), weights: next() })),
        );
        checkPasses(plan, runSchedule(plan, times, send));
      },
    ),
    { numRuns: runs(40) },
  );
});

describe("the bubble of stages of equal time", () => {
  const bubbleOf = (plan: ScheduledPlan, F: number, B: number, W: number): number => {
    const run = runSchedule(plan, equal(plan, F, B, W));
    const length = /^(zb|v)_/.test(plan.schedule) ? period(run) : run.seconds;
    return length - Math.max(...run.ranks.map(busy));
  };

  test("is (p - 1)(F + B)/v: GPipe, 1F1B, interleaved in any group, breadth-first", () => {
    const schedules = ["gpipe", "1f1b", "interleaved_1f1b", "breadth_first"] as const;
    fc.assert(
      fc.property(plans(schedules), time, time, time, (plan, F, B, W) => {
        const v = placementOf(plan).chunks;
        const m = plan.numMicroBatches;
        // Chunk after chunk, the first chunk of one micro-batch comes round before the ranks run dry only with enough of them.
        fc.pre(plan.schedule !== "breadth_first" || m >= plan.pp);
        expect(bubbleOf(plan, F, B, W)).toBeCloseTo(((plan.pp - 1) * (F + B + W)) / v, 9);
      }),
    );
  });

  test("is all but one stage's work where micro-batches go one at a time", () => {
    for (const [p, m] of [
      [2, 3],
      [4, 8],
    ] as const)
      expect(bubbleOf(planOf("naive", p, m), 1, 1, 1)).toBeCloseTo((p - 1) * m * 3, 9);
  });

  test("is DeepSeek-V3's: 1F1B (p - 1)(F + B), ZB1P (p - 1)(F + B - 2W), DualPipe (p/2 - 1)(F&B + B - 3W) (arXiv:2412.19437, table 2)", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 4, 8, 16),
        fc.integer({ min: 0, max: 6 }),
        // The closed forms hold where gradients of inputs take as long as a forward or longer, and those of weights no longer.
        fc.tuple(
          fc.integer({ min: 8, max: 10 }),
          fc.integer({ min: 10, max: 14 }),
          fc.integer({ min: 4, max: 8 }),
        ),
        (p, more, [F, inputs, W]) => {
          const m = 2 * p + 2 * more;
          const B = inputs + W;
          expect(bubbleOf(planOf("1f1b", p, m), F, inputs, W)).toBeCloseTo((p - 1) * (F + B), 9);
          expect(bubbleOf(planOf("zb_h1", p, m), F, inputs, W)).toBeCloseTo((p - 1) * (F + B - 2 * W), 9);
          // Each of the two pieces of a rank takes F, B and W.
          const dual = (p / 2 - 1) * (F + B + B - 3 * W);
          expect(bubbleOf(planOf("dualpipe", p, m), 2 * F, 2 * inputs, 2 * W)).toBeCloseTo(dual, 9);
          // DualPipeV does on p/2 ranks what DualPipe does on p (deepseek-ai/DualPipe, README).
          expect(bubbleOf(planOf("dualpipe_v", p / 2, m), 2 * F, 2 * inputs, 2 * W)).toBeCloseTo(dual, 9);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test("under V-Half is at most half of 1F1B's, under V-Min two thirds, where F = B = W (arXiv:2405.15362, table 2)", () => {
    for (const p of [4, 8, 16, 32]) {
      const line = p * 6;
      expect(bubbleOf(planOf("v_half", p, 3 * p), 2, 2, 2)).toBeLessThanOrEqual(line / 2);
      expect(bubbleOf(planOf("v_min", p, 3 * p), 2, 2, 2)).toBeLessThanOrEqual((2 * line) / 3);
      expect(bubbleOf(planOf("zb_v", p, 3 * p), 2, 2, 2)).toBeCloseTo(0, 9);
    }
  });
});

describe("activations held, in micro-batches of a rank", () => {
  const held = (schedule: Schedule, p: number, vpp = 1, group = p): number[] => {
    const plan = planOf(schedule, p, 4 * Math.max(p, group), vpp, group);
    const v = placementOf(plan).chunks;
    return runSchedule(plan, equal(plan, 2, 2, 2)).ranks.map((rank) => mostHeld(rank) / v);
  };
  const every = (n: number, p: number) => new Array<number>(p).fill(n);

  test.each([2, 4, 8, 16])("on %i ranks are what the papers say", (p) => {
    expect(held("naive", p)).toEqual(every(1, p));
    expect(held("gpipe", p)).toEqual(every(4 * p, p));
    expect(held("breadth_first", p, 2)).toEqual(every(4 * p, p));
    expect(held("1f1b", p)).toEqual(Array.from({ length: p }, (_, r) => p - r));
    // arXiv:2401.10241, table 2, and section 6.
    expect(held("zb_h1", p)).toEqual(every(p, p));
    expect(held("zb_h2", p)).toEqual(every(2 * p - 1, p));
    expect(held("zb_v", p)).toEqual(every(p, p));
    // arXiv:2405.15362, table 2.
    expect(Math.max(...held("v_half", p))).toBe(Math.floor((p + 2) / 2));
    expect(Math.max(...held("v_min", p))).toBe(Math.floor((p + 4) / 3));
    // arXiv:2412.19437, table 2: PP + 1 of either piece; DualPipeV's p ranks are half of its PP.
    expect(held("dualpipe", p)).toEqual(every((p + 1) / 2, p));
    expect(held("dualpipe_v", p)).toEqual(every((2 * p + 1) / 2, p));
  });

  test("interleaved 1F1B holds more with wider groups", () => {
    expect(held("interleaved_1f1b", 4, 2)).toEqual([3, 2, 1, 0].map((after) => (2 * after + 4 + 1) / 2));
    expect(held("interleaved_1f1b", 4, 2, 6)).toEqual([3, 2, 1, 0].map((after) => (2 * after + 6 + 1) / 2));
  });
});

test("a long step's length is that of the simulation of all of it", () => {
  for (const schedule of NAMED)
    for (const [F, B, W] of [
      [2, 2, 2],
      [5, 7, 3],
    ] as const) {
      const plan = planOf(schedule, 4, 128, schedule === "breadth_first" ? 2 : 1);
      const run = runSchedule(plan, equal(plan, F, B, W));
      const whole = /^(zb|v)_/.test(schedule) ? period(run) : run.seconds;
      expect(stepLength(plan, equal(plan, F, B, W)).seconds / whole).toBeCloseTo(1, 9);
    }
});

test("an exposed send keeps its sender busy: 1F1B's steady part takes two more a micro-batch", () => {
  const [short, long] = [16, 32].map((m) => {
    const plan = planOf("1f1b", 4, m);
    return runSchedule(plan, equal(plan, 4, 4, 4), 1).seconds;
  });
  expect(((long ?? 0) - (short ?? 0)) / 16).toBeCloseTo(12 + 2, 9);
});

test("a pass is one integer, up to 1,000 chunks and 500,000 micro-batches", () => {
  for (const chunk of [0, 1, 999])
    for (const microBatch of [0, 1, 500_000])
      expect(passOf(codeOf(3, chunk, microBatch))).toEqual({ kind: "BW", chunk, microBatch });
});
