import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(32, 4096, 32, 8, 14_336, 128_256);
const seqLen = 32_768;
const of = (change: Partial<Plan>): Estimate => {
  const base = { seqLen, flashAttention: true, dp: 8, globalBatch: 64, ...change };
  return estimated(scenario(model, selene(8), plan(base)));
};
const part = (tree: Breakdown, name: string): number =>
  tree.name === name ? tree.value : tree.parts.reduce((sum, one) => sum + part(one, name), 0);
const attention = (e: Estimate): number => part(e.time.step, "time.attention");
const packed = (meanTokens: number, variation: number) => of({ documents: { meanTokens, variation } });

describe("packed sequences", () => {
  test("of one document each are as if nothing were packed", () => {
    const [one, none] = [packed(seqLen, 0), of({})];
    expect(one.time.step.value).toBe(none.time.step.value);
    expect(one.modelFlops).toBe(none.modelFlops);
  });

  test("compute the blocks of their documents: length l of each and s of a sequence, (l + 128)/(s + 128) of the scores", () => {
    const [docs, whole] = [packed(2_048, 0), of({})];
    const core = (e: Estimate) => e.time.step.parts[0]?.parts.find(({ name }) => name === "time.attention");
    expect(core(docs)?.value).toBeLessThan(0.08 * (core(whole)?.value ?? 0));
    expect(core(docs)?.value).toBeGreaterThan((2_048 / seqLen) * (core(whole)?.value ?? 0));
    // Model FLOPs: 4 L s l a d forward for each sequence, and twice that backward.
    const cores = 64 * 3 * 4 * 32 * seqLen * 32 * 128;
    expect(whole.modelFlops - docs.modelFlops).toBeCloseTo(cores * (seqLen - 2_048), -12);
  });

  test("of unequal documents attend to more: lengths weigh by themselves, so that c of their mean adds c^2", () => {
    expect(packed(1_000, 2).modelFlops).toBe(packed(5_000, 0).modelFlops);
    expect(attention(packed(1_000, 2))).toBe(attention(packed(5_000, 0)));
  });

  test("make replicas wait for the one with the longest, the more of them there are", () => {
    const waits = [1, 2, 8, 32].map((dp) =>
      part(
        of({ documents: { meanTokens: 2_000, variation: 1 }, dp, globalBatch: 8 * dp }).time.step,
        "time.documents",
      ),
    );
    expect(waits[0]).toBe(0);
    for (let i = 1; i < waits.length; i++) expect(waits[i]).toBeGreaterThan(waits[i - 1] ?? 0);
    expect(part(packed(2_000, 0).time.step, "time.documents")).toBe(0);
  });

  test("without flash attention take as long as whole ones, and no less memory", () => {
    const small = { flashAttention: false, seqLen: 2_048 };
    const docs = of({ ...small, documents: { meanTokens: 200, variation: 1 } });
    expect(docs.time.step.value).toBe(of(small).time.step.value);
    expect(docs.memory.peak).toBe(of(small).memory.peak);
  });
});

describe("measured lengths", () => {
  const measured = (lengths: readonly number[], shares: readonly number[]) =>
    of({ documents: { lengths, shares } });

  test("of one length are documents of that length", () => {
    expect(measured([2_048], [3]).time.step.value).toBe(packed(2_048, 0).time.step.value);
    expect(measured([2_048, 2_048], [1, 4]).modelFlops).toBe(packed(2_048, 0).modelFlops);
  });

  test("weigh by their tokens: a token of two lengths is in (a^2 + b^2)/(a + b) on average", () => {
    const two = measured([1_024, 16_384], [1, 1]);
    const mean = (1_024 ** 2 + 16_384 ** 2) / (1_024 + 16_384);
    expect(two.modelFlops).toBeCloseTo(packed(mean, 0).modelFlops, -12);
    // Counts and shares are one.
    expect(measured([1_024, 16_384], [7, 7]).time.step.value).toBe(two.time.step.value);
    expect(part(two.time.step, "time.documents")).toBeGreaterThan(0);
  });

  test("longer than a sequence are cut: two and a half sequences are two whole ones and a half", () => {
    const cut = measured([2.5 * seqLen], [1]);
    const pieces = measured([seqLen, seqLen / 2], [2, 1]);
    expect(cut.time.step.value).toBe(pieces.time.step.value);
    expect(cut.modelFlops).toBe(pieces.modelFlops);
  });

  test("with the moments of a lognormal distribution wait as long as its mean and variation say", () => {
    // Many draws by quantiles: the inverse normal is Tukey's lambda, as in the engine's formulas.
    const sigma = 0.5;
    const n = 20_000;
    const p = Array.from({ length: n }, (_, i) => (i + 0.5) / n);
    const lengths = p.map((q) => 400 * Math.exp(sigma * 4.91 * (q ** 0.14 - (1 - q) ** 0.14)));
    const shares = lengths.map(() => 1);
    const mean = 400 * Math.exp(sigma ** 2 / 2);
    const both = [measured(lengths, shares), packed(mean, Math.sqrt(Math.exp(sigma ** 2) - 1))];
    const [drawn, told] = both.map((e) => part(e.time.step, "time.documents"));
    expect((drawn ?? 0) / (told ?? 1)).toBeCloseTo(1, 1);
  });
});

describe("context-parallel ranks", () => {
  const long = (change: Partial<Plan>) => of({ cp: 8, dp: 1, globalBatch: 8, ...change });

  test("with neighbouring tokens wait for the last: (2c - 1)/c of the equal share of attention", () => {
    // The longer, the less it matters that rows of blocks do not come out even.
    const at = (cpOrder: Plan["cpOrder"]) => attention(long({ cpOrder, seqLen: 2 ** 20 }));
    const ratio = at("contiguous") / at("zigzag");
    expect(ratio).toBeGreaterThan(1.85);
    expect(ratio).toBeLessThan(15 / 8 + 1e-9);
  });

  test("with neighbouring tokens wait for no one where documents are no longer than a piece, and fully where one fills a sequence", () => {
    const at = (cpOrder: Plan["cpOrder"], meanTokens: number) =>
      attention(long({ cpOrder, documents: { meanTokens, variation: 0 } }));
    expect(at("contiguous", seqLen / 8)).toBe(at("zigzag", seqLen / 8));
    expect(at("contiguous", seqLen)).toBe(attention(long({ cpOrder: "contiguous" })));
    const half = at("contiguous", seqLen / 2) / at("zigzag", seqLen / 2);
    expect(half).toBeGreaterThan(1.4);
    expect(half).toBeLessThan(7 / 4 + 1e-9);
  });

  test("have the same work under all-to-alls, whatever the order", () => {
    const both = (["zigzag", "contiguous"] as const).map((cpOrder) => long({ cpType: "ulysses", cpOrder }));
    expect(both[0]?.time.step.value).toBe(both[1]?.time.step.value);
  });

  test("of a hybrid exchange heads with neighbours, and pass blocks round among such groups (arXiv:2405.07719)", () => {
    const sent = (e: Estimate) =>
      e.comm.filter(({ dimension }) => dimension === "cp").map(({ op, groupSize }) => `${op} ${groupSize}`);
    const e = long({ cpHeads: 4 });
    expect(new Set(sent(e))).toEqual(new Set(["all_to_all 4", "send_recv 2"]));
    const ring = (one: Estimate) =>
      one.comm.find(({ op, what }) => op === "send_recv" && what === "keys and values");
    // One block goes on instead of seven, each as large as before: more tokens of fewer heads.
    expect((ring(long({}))?.count ?? 0) / (ring(e)?.count ?? 1)).toBe(7);
    expect(ring(e)?.bytes).toBe(ring(long({}))?.bytes);
    // The ends of the scale are the plain kinds.
    expect(long({ cpHeads: 8 }).time.step.value).toBe(long({ cpType: "ulysses" }).time.step.value);
    expect(long({ cpHeads: 1 }).time.step.value).toBe(long({ cpType: "ring" }).time.step.value);
  });
});
