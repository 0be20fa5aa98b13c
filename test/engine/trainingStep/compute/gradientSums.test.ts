import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { generic, gpt, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const [L, h] = [8, 8192];
const sixteen = { ...mixed, compute: "bf16", gradientBytes: 4 } as const;

/** Seconds of a step of two micro-batches on one node. */
function step(gradientSumBytes: number, change: Partial<Plan> = {}): number {
  const answer = estimate(
    scenario(
      gpt(L, h, 64),
      selene(1),
      plan({
        tp: 8,
        globalBatch: 2,
        precision: sixteen,
        framework: { ...generic, gradientSumBytes },
        ...change,
      }),
    ),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate.time.step.value;
}

describe("16-bit gradients that are added to fp32 ones after backward", () => {
  test("take their bytes at the memory's rate, for every parameter and micro-batch", () => {
    const each = (step(20) - step(10)) / 10;
    // 12 h^2 a layer and the head, on eight devices; twice.
    const matrices = (2 * (12 * L * h * h + 51_200 * h)) / 8;
    const rate = (step(40) - step(20)) / 20;
    expect(rate).toBeCloseTo(each, 12);
    expect(matrices / each / 2.039e12).toBeGreaterThan(0.5);
    expect(matrices / each / 2.039e12).toBeLessThan(1);
  });
  test("are none in fp16, nor where gradients have 16 bits", () => {
    const half = { ...mixed, compute: "bf16", gradientBytes: 2 } as const;
    expect(step(18, { precision: half })).toBe(step(0, { precision: half }));
    const fp16 = { ...sixteen, compute: "fp16" } as const;
    expect(step(18, { precision: fp16 })).toBe(step(0, { precision: fp16 }));
  });
});
