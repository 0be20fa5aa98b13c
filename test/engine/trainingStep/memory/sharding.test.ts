import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { estimated as of } from "../../support/estimated.ts";
import { generic, llama, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(16, 4096, 32, 8, 14_336, 128_256);
const at = (change: Partial<Plan>): Scenario =>
  scenario(
    model,
    selene(8),
    plan({
      ...{ dp: 64, globalBatch: 64 * 4, flashAttention: true, zero: 3 },
      overlap: { dp: true, tp: false, pp: false, ep: false, sharedExperts: false },
      ...change,
    }),
  );
const run = (change: Partial<Plan>): Estimate => of(at(change));
const sent = (e: Estimate) =>
  e.comm
    .filter(({ dimension }) => dimension === "dp")
    .map(({ op, what, groupSize, bytes, count }) => ({ op, what, groupSize, bytes, count }));
const bytesOf = (e: Estimate, what: RegExp): number =>
  e.comm.filter((c) => what.test(c.what)).reduce((sum, c) => sum + c.bytes * c.count, 0);
const state = ({ memory }: Estimate): number => memory.weights + memory.gradients + memory.optimizer;
const P = run({}).params.value;

describe("state sharded over some of the ranks", () => {
  test("over all of them it is the plain stage", () => {
    for (const zero of [0, 1, 2, 3] as const) expect(run({ zero, dpShard: 64 })).toEqual(run({ zero }));
  });

  test("eight copies of a share of an eighth (arXiv:2205.00119, section 3.2)", () => {
    expect(state(run({ dpShard: 8 }))).toBeCloseTo((16 * P) / 8, -1);
    expect(state(run({ dpShard: 64 }))).toBeCloseTo((16 * P) / 64, -1);
    expect(state(run({ dpShard: 8, zero: 1 }))).toBeCloseTo(4 * P + (12 * P) / 8, -1);
  });

  test("gathers and scatters stay in the node; shares meet once a step across copies", () => {
    const e = run({ dpShard: 8 });
    for (const c of e.comm.filter(({ op }) => op !== "all_reduce")) {
      expect(c.groupSize).toBe(8);
      expect(c.tier).toBe("scale_up");
    }
    const meeting = e.comm.filter(({ op }) => op === "all_reduce");
    expect(meeting).toHaveLength(1);
    expect(meeting[0]).toMatchObject({
      what: "shares of gradients",
      groupSize: 8,
      tier: "scale_out",
      count: 1,
    });
    expect(meeting[0]?.bytes).toBeCloseTo((2 * P) / 8, 0);
    expect(e.time.step.value).toBeLessThan(run({}).time.step.value);
  });

  test("with one rank a share is everything, and only the copies' all-reduce is left", () => {
    const alone = run({ dpShard: 1 });
    expect(state(alone)).toBeCloseTo(16 * P, -1);
    expect(sent(alone)).toEqual([
      { op: "all_reduce", what: "shares of gradients", groupSize: 64, bytes: 2 * P, count: 1 },
    ]);
  });

  test("a group that does not divide the ranks is refused", () => {
    const answer = estimate(at({ dpShard: 24 }));
    expect(answer.ok ? [] : answer.refusals.map(({ fields }) => fields[0])).toEqual(["plan.dp_shard"]);
  });
});

describe("ZeRO 3's weights", () => {
  const [L, h] = [16, 4096];
  const layer = 2 * h * h + 2 * h * 1024 + 3 * h * 14_336 + 2 * h;

  test("freed after forward they are gathered twice a micro-batch, after backward once, after the step once a step", () => {
    // Embedding, head and last norm are taken to be spread over the layers.
    const gathered = (reshardAfter: Plan["reshardAfter"]): number =>
      bytesOf(run({ reshardAfter }), /^weights/);
    expect(gathered("forward")).toBeCloseTo(2 * 4 * 2 * P, -1);
    expect(gathered("backward")).toBeCloseTo(4 * 2 * P, -1);
    expect(gathered("step")).toBeCloseTo(2 * P, -1);
  });

  test("kept, they are all there; freed, the layer in use and those ahead", () => {
    const buffers = (change: Partial<Plan>): number => run(change).memory.buffers;
    const none = run({ zero: 2 }).memory.buffers;
    expect(buffers({}) - none).toBe(2 * 2 * layer);
    expect(buffers({ prefetch: 0 }) - none).toBe(2 * layer);
    expect(buffers({ prefetch: 3 }) - none).toBe(4 * 2 * layer);
    expect(buffers({ reshardAfter: "backward" }) - none).toBe(2 * P);
    expect(buffers({ reshardAfter: "step" }) - none).toBe(2 * P);
    expect(L * layer).toBeLessThan(P);
  });

  test("nothing hides a gather that nothing is ahead of", () => {
    const exposed = (prefetch: number): number =>
      run({ prefetch, microBatch: 4, globalBatch: 1024 })
        .comm.filter(({ what }) => /^weights/.test(what))
        .reduce((sum, c) => sum + c.exposedSeconds / c.totalSeconds, 0);
    expect(exposed(0)).toBe(2);
    expect(exposed(1)).toBeLessThan(1);
  });
});

describe("gradients", () => {
  test("scattered once a step they are whole until then, and sent once", () => {
    for (const zero of [2, 3] as const) {
      const [often, once] = [run({ zero }), run({ zero, gradientScatter: "step" })];
      expect(once.memory.gradients).toBe(2 * P);
      expect(often.memory.gradients).toBe((2 * P) / 64);
      expect(bytesOf(often, /^gradients/)).toBeCloseTo(4 * bytesOf(once, /^gradients/), -2);
    }
    const [zero1] = sent(run({ zero: 1 }));
    expect(sent(run({ zero: 2, gradientScatter: "step" }))[0]).toEqual(zero1);
  });

  describe("scattered after each group of micro-batches that a chunk runs in a row", () => {
    // Eight micro-batches on four stages of two chunks: two groups of four.
    const pipeline = { dp: 16, pp: 4, vpp: 2, schedule: "interleaved_1f1b", globalBatch: 16 * 8 } as const;
    const runs = (["micro_batch", "group", "step"] as const).map((gradientScatter) =>
      run({ ...pipeline, zero: 2, gradientScatter }),
    );
    const gradients = runs.map(({ memory }) => memory.stages[1]?.parts[1]?.value ?? 0);
    test("they are whole in the chunk that runs and in the one whose gradients are on their way", () => {
      const whole = gradients[2] ?? 0;
      expect(gradients[0]).toBeCloseTo(whole / 16, 0);
      expect(gradients[1]).toBeCloseTo(whole / 16 + whole, 0);
      const four = run({ ...pipeline, vpp: 4, zero: 2, gradientScatter: "group" });
      expect(four.memory.stages[1]?.parts[1]?.value).toBeCloseTo(whole / 16 + whole / 2, 0);
      const alone = { overlap: { dp: false, tp: false, pp: false, ep: false, sharedExperts: false } };
      const one = run({ ...pipeline, ...alone, zero: 2, gradientScatter: "group" });
      expect(one.memory.stages[1]?.parts[1]?.value).toBeCloseTo(whole / 16 + whole / 2, 0);
    });
    test("they are sent once a group: twice what a step sends, a quarter of every micro-batch", () => {
      const [often, group, once] = runs.map((e) => bytesOf(e, /^gradients/));
      expect(group).toBeCloseTo(2 * (once ?? 0), -2);
      expect(often).toBeCloseTo(4 * (group ?? 0), -2);
      const groups = run({ ...pipeline, zero: 2, gradientScatter: "group", microBatchGroup: 8 });
      expect(bytesOf(groups, /^gradients/)).toBeCloseTo(once ?? 0, -2);
    });
    test("more of the step hides them than the last backward passes", () => {
      const share = (e?: Estimate): number =>
        (e?.comm ?? [])
          .filter(({ what }) => what === "gradients")
          .reduce((sum, c) => sum + c.exposedSeconds / c.totalSeconds, 0);
      expect(share(runs[1])).toBeLessThanOrEqual(share(runs[2]));
    });
  });

  test("are reduced, and weights gathered, in formats of their own", () => {
    const e = run({ precision: { ...mixed, reduceBytes: 4, gatherBytes: 1 } });
    expect(bytesOf(e, /^gradients/)).toBeCloseTo(4 * 4 * P, -1);
    expect(bytesOf(e, /^weights/)).toBeCloseTo(2 * 4 * P, -1);
    expect(e.memory.weights).toBe(run({}).memory.weights);
  });
});

test("state never grows with the stage or with the ranks it is sharded over", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 4, 8, 16, 32),
      fc.constantFrom("micro_batch", "step") as fc.Arbitrary<Plan["gradientScatter"]>,
      (dpShard, gradientScatter) => {
        const states = ([0, 1, 2, 3] as const).map((zero) => state(run({ dpShard, zero, gradientScatter })));
        for (let i = 1; i < 4; i++) expect(states[i]).toBeLessThanOrEqual(states[i - 1] ?? 0);
        expect(state(run({ dpShard: 2 * dpShard, gradientScatter }))).toBeLessThanOrEqual(states[3] ?? 0);
      },
    ),
    { numRuns: 20 },
  );
});

describe("what a stack's code sends under ZeRO 1", () => {
  const framework = { ...generic, wholeReduction: true, layerTensors: 6, gatherOverlap: false };
  const overlap = { dp: true, tp: false, pp: false, ep: false, sharedExperts: false };

  test("one all-reduce of all gradients, which nothing hides, and weights tensor by tensor", () => {
    const e = run({ zero: 1, overlap, framework });
    expect(sent(e)).toEqual([
      { op: "all_reduce", what: "gradients", groupSize: 64, bytes: 2 * P, count: 1 },
      { op: "all_gather", what: "weights", groupSize: 64, bytes: (2 * P) / (16 * 6 + 1), count: 16 * 6 + 1 },
    ]);
    for (const c of e.comm.filter(({ dimension }) => dimension === "dp"))
      expect(c.exposedSeconds).toBe(c.totalSeconds);
  });

  test("without ZeRO gradients go in buckets, beside the last backward pass", () => {
    const [whole, halves] = [P, P / 2]
      .map((bucketBytes) =>
        run({
          zero: 0,
          overlap,
          framework: { ...framework, bucketBytes: 2 * bucketBytes, bucketRankBytes: 0 },
        }),
      )
      .map((e) => e.comm.find(({ dimension }) => dimension === "dp"));
    expect(whole).toMatchObject({ op: "all_reduce", count: 1 });
    expect(halves).toMatchObject({ op: "all_reduce", count: 2 });
    expect(halves?.exposedSeconds).toBeLessThan(halves?.totalSeconds ?? 0);
  });
});

test("a stage of the model's ends alone has numbers: they are gathered as one", () => {
  const wide = llama(14, 512, 8, 8, 1024, 2_000_000);
  const ends = plan({
    ...{ dp: 8, pp: 8, globalBatch: 64, flashAttention: true, zero: 3, dpShard: 8 },
    ...{ schedule: "zb_v", split: "lighter_ends", reshardAfter: "forward" },
  });
  const e = of(scenario(wide, selene(8), ends));
  expect(e.stages[0]).toMatchObject({ layers: 0, embedding: true, head: true });
  expect(e.memory.peakStage).toBe(0);
  expect(Number.isFinite(e.memory.peak)).toBe(true);
  expect(Number.isFinite(e.time.step.value)).toBe(true);
  const gathers = e.comm.filter(({ op, dimension }) => op === "all_gather" && dimension === "dp");
  expect(gathers.map(({ count }) => count)).toEqual([8, 8]);
});
