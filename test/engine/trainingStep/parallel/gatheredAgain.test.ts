import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

/** A layer has 3 + 1 + 4 + 4 times 8,192 squared: 805M. */
const [L, h] = [8, 8192];
const of = (change: Partial<Plan>, stack: Partial<Framework> = {}): Estimate => {
  const base = plan({
    dp: 64,
    globalBatch: 64,
    zero: 3,
    recompute: { kind: "full", modules: [] },
    ...change,
  });
  const overlap = { ...base.overlap, dp: true };
  return estimated(
    scenario(gpt(L, h, 32), selene(8), { ...base, overlap, framework: { ...base.framework, ...stack } }),
  );
};
const gathered = (e: Estimate) =>
  e.comm
    .filter(({ what }) => /after recomputation/.test(what))
    .reduce((sum, c) => sum + c.bytes * c.count, 0);

describe("ZeRO 3 that frees weights behind each module", () => {
  test("gathers once more what other modules lie between, there and back", () => {
    // Behind the output projection lie 2 * 537M, behind the first matrix of the feed-forward 537M.
    expect(gathered(of({}, { reuseDistance: 1e9 }))).toBeCloseTo(2 * L * 4 * h * h, -3);
    // Of everything but the last matrix.
    expect(gathered(of({}, { reuseDistance: 0 }))).toBeCloseTo(2 * L * 8 * h * h, -3);
  });

  test("but not without recomputation, nor where all is kept until backward", () => {
    expect(gathered(of({}))).toBe(0);
    expect(gathered(of({ recompute: { kind: "none", modules: [] } }, { reuseDistance: 0 }))).toBe(0);
  });
});

describe("modules that wait for all that is under way", () => {
  const exposed = (stack: Partial<Framework>, change: Partial<Plan> = {}) =>
    of(change, stack)
      .comm.filter(({ what, op }) => op === "all_gather" && /forward/.test(what))
      .reduce((sum, c) => sum + c.exposedSeconds, 0);
  const total = of({}).comm.find(({ what }) => /, forward/.test(what))?.totalSeconds ?? 0;

  test("hide the next module's transfer alone: a small one leaves the large one behind it exposed", () => {
    const waits = exposed({ moduleWaits: true });
    expect(waits).toBeGreaterThan(0);
    expect(waits).toBeLessThan(total);
  });

  test("hide nothing where nothing is gathered ahead", () => {
    expect(exposed({ moduleWaits: true }, { prefetch: 0 })).toBeCloseTo(total, 9);
  });
});
