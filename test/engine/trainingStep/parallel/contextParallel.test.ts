import { describe, expect, test } from "vitest";
import type { CollectiveEstimate, Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated as of } from "../../support/estimated.ts";
import { a100, llama, plan, scenario, selene } from "../../support/scenarios.ts";

/** Llama 3 405B's layers (arXiv:2407.21783, Table 3), eight of them, on 16 nodes: tp 8, cp 16, no replicas. */
const model = { ...llama(8, 16_384, 128, 8, 53_248, 128_256), maxSeqLen: 131_072 };
const long = (change: Partial<Plan> = {}): Estimate =>
  of(
    scenario(
      model,
      selene(16),
      plan({
        ...{ tp: 8, cp: 16, seqLen: 131_072, globalBatch: 2, zero: 1 },
        ...{ sequenceParallel: true, flashAttention: true },
        ...change,
      }),
    ),
  );
/** The share of one device by itself: its 8,192 tokens as a whole sequence. */
const short = of(
  scenario(
    model,
    selene(16),
    plan({
      ...{ tp: 8, dp: 16, seqLen: 8192, globalBatch: 32, zero: 1 },
      ...{ sequenceParallel: true, flashAttention: true },
    }),
  ),
);
const part = (e: Estimate, name: string): number => {
  for (const branch of e.time.step.parts)
    for (const leaf of [branch, ...branch.parts]) if (leaf.name === `time.${name}`) return leaf.value;
  throw new Error(name);
};
const cpOf = (e: Estimate): readonly CollectiveEstimate[] => e.comm.filter((c) => c.dimension === "cp");
const MiB = 2 ** 20;

describe("a device works on its share of every sequence", () => {
  test("activations, logits and products are those of a sequence as long as the share", () => {
    const e = long();
    expect(e.memory.layerActivations).toBe(short.memory.layerActivations);
    expect(e.memory.logits).toBe(short.memory.logits);
    expect(e.memory.weights).toBe(short.memory.weights);
    expect(part(e, "gemm")).toBeCloseTo(part(short, "gemm"), 12);
    expect(part(e, "vocabulary")).toBeCloseTo(part(short, "vocabulary"), 12);
  });

  test("attention is 16 times that of the share: each of its tokens sees 16 times as many", () => {
    // A little less: blocks on the diagonal, which are computed in full, are a smaller part of a longer sequence.
    const ratio = part(long(), "attention") / part(short, "attention");
    expect(ratio).toBeLessThan(16);
    expect(ratio).toBeGreaterThan(15.7);
  });

  test("gradients meet over dp * cp ranks, and ZeRO shards over them", () => {
    const e = long();
    expect(e.memory.optimizer).toBe(short.memory.optimizer);
    const groups = e.comm.filter((c) => c.dimension === "dp").map((c) => c.groupSize);
    expect(groups).toEqual([16, 16]);
    expect(part(e, "dp")).toBeCloseTo(part(short, "dp"), 12);
  });

  test("the whole machine does the model's FLOPs of the whole sequences", () => {
    const whole = of(
      scenario(
        model,
        selene(16),
        plan({ tp: 8, dp: 2, pp: 8, seqLen: 131_072, globalBatch: 2, flashAttention: true }),
      ),
    );
    expect(long().modelFlops).toBe(whole.modelFlops);
  });
});

describe("what is sent", () => {
  // One key-value head a tensor-parallel rank: 2 tensors of 8,192 tokens x 128, two bytes each.
  const block = 4 * MiB;
  const calls = 8 * 2;

  test("ring: fifteen blocks forward, their gradients too in backward", () => {
    expect(cpOf(long()).map(({ op, bytes, count, tier }) => [op, bytes, count, tier])).toEqual([
      ["send_recv", block, 15 * calls, "scale_out"],
      ["send_recv", block, 30 * calls, "scale_out"],
    ]);
  });

  test("ring: hidden behind long attention, which it slows; exposed behind short", () => {
    const sent = (e: Estimate) => cpOf(e).reduce((sum, c) => sum + c.totalSeconds, 0);
    const e = long();
    expect(part(e, "cp") / sent(e)).toBeCloseTo(a100.contention - 1, 9);
    const brief = long({ seqLen: 4096 });
    // 15 / 16 of the attention runs beside it.
    const beside = (part(brief, "attention") * 15) / 16;
    expect(sent(brief)).toBeGreaterThan(beside);
    expect(part(brief, "cp")).toBeCloseTo(sent(brief) - beside + (a100.contention - 1) * beside, 9);
  });

  test("all-gather: all keys and values forward and backward, their gradients back; nothing hides it", () => {
    const e = long({ cpType: "all_gather" });
    expect(cpOf(e).map(({ op, bytes, count }) => [op, bytes, count])).toEqual([
      ["all_gather", 16 * block, calls],
      ["all_gather", 16 * block, calls],
      ["reduce_scatter", 16 * block, calls],
    ]);
    expect(part(e, "cp")).toBeCloseTo(
      cpOf(e).reduce((sum, c) => sum + c.totalSeconds, 0),
      12,
    );
    // 16 blocks gathered instead of 2 passing through.
    expect(e.memory.buffers - long().memory.buffers).toBe(14 * block);
  });

  test("Ulysses: queries and output, keys and values, there and back", () => {
    const e = long({ cpType: "ulysses" });
    const heads = (8192 * 16_384 * 2) / 8;
    expect(cpOf(e).map(({ op, bytes, count }) => [op, bytes, count])).toEqual([
      ["all_to_all", heads, 2 * calls],
      ["all_to_all", block / 2, 2 * calls],
      ["all_to_all", heads, 2 * calls],
      ["all_to_all", block / 2, 2 * calls],
    ]);
  });

  test("full recomputation exchanges once more", () => {
    const forward = cpOf(long({ recompute: { kind: "full", modules: [] } })).map(({ what }) => what);
    expect(forward).toEqual([
      "keys and values",
      "keys and values, recomputed",
      "keys, values and their gradients",
    ]);
  });
});
