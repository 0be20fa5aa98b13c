import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Positions } from "../../../../src/engine/scenario/model.ts";
import { generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const memoryBound = (positions: Positions, facts: { fused: boolean; yarnFused: boolean }): number => {
  const model = { ...llama(2, 2880, 64, 8, 2880, 32_000), positions };
  const framework = { ...generic, ...facts };
  const answer = estimate(
    scenario(
      model,
      selene(1),
      plan({ dp: 8, globalBatch: 8, seqLen: 4096, flashAttention: true, framework }),
    ),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  for (const branch of answer.estimate.time.step.parts)
    for (const leaf of branch.parts) if (leaf.name === "time.memory_bound") return leaf.value;
  throw new Error("no memory-bound kernels");
};

describe("rotary positions with YaRN's factor", () => {
  const fused = { fused: true, yarnFused: true };

  test("cost what plain ones do where one kernel has both", () => {
    expect(memoryBound("yarn", fused)).toBe(memoryBound("rotary", fused));
  });

  test("run eagerly where the fused kernel has no factor: broadcast and strided, far from the memory's rate", () => {
    const megatron = { fused: true, yarnFused: false };
    expect(memoryBound("rotary", megatron)).toBe(memoryBound("rotary", fused));
    const more = memoryBound("yarn", megatron) - memoryBound("rotary", megatron);
    const rotated = memoryBound("rotary", fused) - memoryBound("none", fused);
    expect(more / rotated).toBeGreaterThan(6);
  });

  test("cost what plain ones do in an eager stack", () => {
    const eager = { fused: false, yarnFused: false };
    expect(memoryBound("yarn", eager)).toBe(memoryBound("rotary", eager));
  });
});
