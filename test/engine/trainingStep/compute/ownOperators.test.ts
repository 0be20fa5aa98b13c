import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { OwnOperator } from "../../../../src/engine/scenario/ownOperator.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { a100, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const LAYERS = 16;
const base: OwnOperator = {
  ...{ name: "lookup", flops: 0, bytes: 0, saved: 0, params: 0 },
  ...{ backward: 2, shard: "tp" },
};
const TOKENS = 4096;
const START = 3e-6;

function run(operators: readonly OwnOperator[], change: Partial<Plan> = {}) {
  const model = { ...llama(LAYERS, 4096, 32, 8, 14_336, 128_256), operators };
  const answer = estimate(
    scenario(model, selene(1), plan({ tp: 8, seqLen: TOKENS, flashAttention: true, ...change })),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const { time, memory, params, modelFlops, hardwareFlops } = answer.estimate;
  const [compute] = time.step.parts;
  const part = (name: string) => compute?.parts.find((one) => one.name === `time.${name}`)?.value ?? 0;
  return { step: time.step.value, part, memory, params: params.value, modelFlops, hardwareFlops };
}

describe("an operator of the model's own", () => {
  const none = run([]);

  test("whose arithmetic takes longer than its bytes counts as a matmul, at the reached rate", () => {
    const found = run([{ ...base, flops: 1e9, bytes: 1e3 }]);
    const rate = a100.peak.bf16 * a100.gemmEfficiency * a100.sustained;
    const pass = (work: number) => (work * 1e9 * TOKENS) / 8 / rate + START;
    const added = LAYERS * (pass(1) + pass(2));
    expect(found.part("gemm") - none.part("gemm")).toBeCloseTo(added, 9);
    expect(found.part("memory_bound")).toBe(none.part("memory_bound"));
    expect(found.modelFlops - none.modelFlops).toBeCloseTo(3 * 1e9 * TOKENS * LAYERS, -6);
    expect(found.hardwareFlops).toBe(found.modelFlops);
  });

  test("whose bytes take longer is memory-bound; not sharded it takes tp times as long", () => {
    const own = { ...base, flops: 1e3, bytes: 1e6, backward: 1 };
    const [split, whole] = [run([own]), run([{ ...own, shard: "none" }])];
    const pass = (ranks: number) =>
      (1e6 * TOKENS) / ranks / (a100.memoryBytesPerSecond * a100.memoryEfficiency) + START;
    expect(split.part("memory_bound") - none.part("memory_bound")).toBeCloseTo(LAYERS * 2 * pass(8), 9);
    expect(whole.part("memory_bound") - none.part("memory_bound")).toBeCloseTo(LAYERS * 2 * pass(1), 9);
    // Sequence parallelism shards the tokens of an operator that is not sharded over tensors, as it does for norms.
    const sequenceParallel = true;
    const sharded = run([{ ...own, shard: "none" }], { sequenceParallel });
    expect(sharded.part("memory_bound") - run([], { sequenceParallel }).part("memory_bound")).toBeCloseTo(
      LAYERS * 2 * pass(8),
      9,
    );
  });

  test("adds parameters and what is saved, sharded or not", () => {
    const found = run([{ ...base, params: 8e6, saved: 4096 }]);
    expect(found.params - none.params).toBe(LAYERS * 8e6);
    expect(found.memory.weights - none.memory.weights).toBe((2 * LAYERS * 8e6) / 8);
    expect(found.memory.activations - none.memory.activations).toBe((4096 * TOKENS * LAYERS) / 8);
    // Without FLOPs and bytes it runs no kernel.
    expect(found.part("gemm")).toBe(none.part("gemm"));
    const whole = run([{ ...base, params: 8e6, saved: 4096, shard: "none" }]);
    expect(whole.memory.weights - none.memory.weights).toBe(2 * LAYERS * 8e6);
    expect(whole.memory.activations - none.memory.activations).toBe(4096 * TOKENS * LAYERS);
  });

  test("is recomputed with its layer: nothing of it is saved, and its work comes again", () => {
    const recompute = { kind: "full", modules: [] } as const;
    const own = { ...base, flops: 1e9, saved: 1e6 };
    const [found, without] = [run([own], { recompute }), run([], { recompute })];
    expect(found.memory.activations).toBe(without.memory.activations);
    expect(found.hardwareFlops - found.modelFlops).toBeCloseTo(
      without.hardwareFlops - without.modelFlops + 1e9 * TOKENS * LAYERS,
      -6,
    );
    expect(found.part("recompute")).toBeGreaterThan(without.part("recompute"));
    const attention = { kind: "selective", modules: ["attention"] } as const;
    const kept = run([own], { recompute: attention });
    expect(kept.memory.activations).toBeGreaterThan(run([], { recompute: attention }).memory.activations);
    expect(kept.hardwareFlops - kept.modelFlops).toBe(0);
  });
});
