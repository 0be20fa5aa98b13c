import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { generic, gpt, mixed, plan, scenario, selene } from "../../support/scenarios.ts";

const [L, h] = [8, 8192];

/** Seconds of the optimizer on one node of two tensor-parallel replicas. */
function update(gradientPasses: number, change: Partial<Plan> = {}): number {
  const answer = estimate(
    scenario(
      gpt(L, h, 64),
      selene(1),
      plan({
        ...{ tp: 4, dp: 2, globalBatch: 2, precision: { ...mixed, gradientBytes: 4 } },
        framework: { ...generic, gradientPasses },
        ...change,
      }),
    ),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const found = answer.estimate.time.step.parts.find(({ name }) => name === "time.optimizer");
  if (!found) throw new Error("a step has an update");
  return found.value;
}

describe("passes over gradients beside the update", () => {
  test("take a gradient's bytes each, of all parameters on a device", () => {
    const each = update(1) - update(0);
    expect(update(4) - update(0)).toBeCloseTo(4 * each, 12);
    const bytes = (4 * (12 * L * h * h + 51_200 * h)) / 4;
    const rate = bytes / each / 2.039e12;
    expect(rate).toBeGreaterThan(0.5);
    expect(rate).toBeLessThan(1);
    const half = { precision: { ...mixed, gradientBytes: 2 } } as const;
    expect(update(1, half) - update(0, half)).toBeCloseTo(each / 2, 12);
  });
  test("are of whole gradients under ZeRO 1, and of a share under ZeRO 2", () => {
    const each = update(1) - update(0);
    expect(update(1, { zero: 1 }) - update(0, { zero: 1 })).toBeCloseTo(each, 12);
    expect(update(1, { zero: 2 }) - update(0, { zero: 2 })).toBeCloseTo(each / 2, 12);
  });
});
