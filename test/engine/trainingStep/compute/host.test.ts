import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import { generic, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const LAYERS = 4;

/** A step of one micro-batch in one tensor-parallel group, s. */
const stepOf = (framework: Partial<Framework>, tp: number): number => {
  const p = plan({
    ...{ tp, dp: 1, microBatch: 1, globalBatch: 1 },
    framework: { ...generic, ...framework },
  });
  const answer = estimate(scenario(gpt(LAYERS, 1024, 16), selene(tp / 8), p));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate.time.step.value;
};

describe("a host that is slower than the device", () => {
  // Four all-reduces a layer, forward and backward.
  const calls = 4 * LAYERS;
  const slow = { launches: 10_000 };

  test("deals with every rank of a collective", () => {
    const more = (tp: number) => stepOf({ ...slow, rankLaunchSeconds: 1e-3 }, tp) - stepOf(slow, tp);
    expect(more(8)).toBeCloseTo(calls * 8e-3, 9);
    expect(more(16)).toBeCloseTo(calls * 16e-3, 9);
  });

  test("deals with every replica of a reduction, on one stage after the other", () => {
    const taking = (gradientLaunchSeconds: number, pp: number, dp: number, zero: 0 | 1): number => {
      const framework = { ...generic, layerTensors: 6, wholeReduction: true, gradientLaunchSeconds };
      const p = plan({ pp, dp, zero, dpShard: zero === 0 ? 1 : dp, globalBatch: 4 * dp, framework });
      const answer = estimate(scenario(gpt(LAYERS, 1024, 16), selene((pp * dp) / 8), p));
      if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
      return answer.estimate.time.step.value;
    };
    const more = (pp: number, dp: number, zero: 0 | 1 = 0) =>
      taking(1e-3, pp, dp, zero) - taking(0, pp, dp, zero);
    expect(more(1, 8)).toBeCloseTo(LAYERS * 8e-3, 9);
    expect(more(1, 16)).toBeCloseTo(LAYERS * 16e-3, 9);
    expect(more(2, 16)).toBeCloseTo(LAYERS * 16e-3, 9);
    // One reduction of the whole buffer is launched once.
    expect(more(2, 16, 1)).toBe(0);
  });

  test("waits with a collective for further nodes", () => {
    const more = (tp: number) => stepOf({ ...slow, nodeLatencySeconds: 1e-3 }, tp) - stepOf(slow, tp);
    expect(more(8)).toBe(0);
    // The collectives at the ends of the model wait too, where no host is in the way.
    const ends = 5;
    expect(more(16)).toBeCloseTo((calls + ends) * 1e-3, 9);
  });
});
