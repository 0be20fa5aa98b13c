import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Plan, Recompute } from "../../../../src/engine/scenario/plan.ts";
import { generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const LAYERS = 16;
const full = { kind: "full", modules: [] } as const;
const shared: Recompute = { ...full, distribute: true };

function run(recompute: Recompute, framework: Partial<Framework> = {}, change: Partial<Plan> = {}) {
  const answer = estimate(
    scenario(
      llama(LAYERS, 4096, 32, 8, 14_336, 128_256),
      selene(1),
      plan({
        ...{ tp: 8, seqLen: 4096, flashAttention: true, recompute },
        framework: { ...generic, ...framework },
        ...change,
      }),
    ),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const { time, comm, memory } = answer.estimate;
  const gathers = comm.filter(({ what }) => what === "saved inputs of recomputed layers");
  return { step: time.step.value, gathers, memory };
}

describe("saved inputs that tensor-parallel ranks shard", () => {
  test("take a share of the memory and an all-gather a layer, of nothing but recomputed layers", () => {
    const [whole, split] = [run(full), run(shared)];
    expect(whole.gathers).toEqual([]);
    expect(split.gathers.map(({ op, count, bytes }) => [op, count, bytes])).toEqual([
      ["all_gather", LAYERS, 2 * 4096 * 4096],
    ]);
    expect(split.gathers[0]?.exposedSeconds).toBe(split.gathers[0]?.totalSeconds);
    expect(split.step).toBeCloseTo(whole.step + (split.gathers[0]?.totalSeconds ?? 0), 12);
    const input = 2 * 4096 * 4096;
    expect(whole.memory.activations).toBe(LAYERS * input);
    expect(split.memory.activations).toBe((LAYERS * input) / 8);
    // What is recomputed at a time, and all else of the memory that is no allocator's cache, stays as it is.
    expect(whole.memory.needed - split.memory.needed).toBe((LAYERS * input * 7) / 8);
  });

  test("with layers recomputed in part or together: an all-gather for each saved input", () => {
    expect(run({ ...shared, layers: 5 }).gathers[0]?.count).toBe(5);
    expect(run({ ...shared, unit: 4 }).gathers[0]?.count).toBe(4);
    const group = { tp: null, zero: null };
    const groups = [
      { layers: 6, recompute: shared, ...group },
      { layers: 10, recompute: full, ...group },
    ];
    const found = run({ kind: "by_layers", modules: [], groups });
    expect(found.gathers[0]?.count).toBe(6);
    expect(found.memory.activations).toBe((6 / 8 + 10) * 2 * 4096 * 4096);
  });

  test("are gathered by half of an all-reduce where the stream stays sharded, unless it is skipped", () => {
    expect(run(shared, { inputGather: "joined" }).step).toBe(run(full).step);
    const skips = { inputGather: "joined", recomputeSkips: "layer_end" } as const;
    expect(run(shared, skips).gathers[0]?.count).toBe(LAYERS);
  });

  test("are refused with sequence parallelism, and the same on one rank", () => {
    expect(() => run(shared, {}, { sequenceParallel: true })).toThrow("saved inputs that are sharded");
    const alone = [
      run(full, {}, { tp: 1, dp: 8, globalBatch: 8 }),
      run(shared, {}, { tp: 1, dp: 8, globalBatch: 8 }),
    ];
    expect(alone[1]).toEqual(alone[0]);
  });
});
