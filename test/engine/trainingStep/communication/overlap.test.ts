import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contextOf } from "../../../../src/engine/search/contextOf.ts";
import type { Recurring } from "../../../../src/engine/trainingStep/communication/communication.ts";
import { overlapped } from "../../../../src/engine/trainingStep/communication/overlap.ts";
import type { Group } from "../../../../src/engine/trainingStep/fabric/groups.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const made = scenario(gpt(8, 1024, 16), selene(1), plan({ dp: 8, globalBatch: 8 }));
/** Computation that nothing slows. */
const ctx = contextOf({
  ...made,
  cluster: { ...made.cluster, device: { ...made.cluster.device, contention: 1 } },
});
if (!ctx) throw new Error("the layers go onto the stages");

const sent = (tier: Group["tier"], total: number): Recurring<number> => ({
  ...{ dimension: "dp", op: "all_gather", what: "weights", algorithm: "ring", hides: false },
  group: { size: 8, inner: 8, outer: 1, tier },
  ...{ bytes: 1, calls: 1, call: total, total, exposed: total },
});
const exposed = (
  behind: number,
  list: readonly Recurring<number>[],
  placed: readonly Recurring<number>[] = [],
): readonly number[] =>
  overlapped(
    ctx,
    behind,
    list.map((one) => [{ sent: one, share: 0 }]),
    placed,
  ).map((one) => one.exposed);

describe("collectives beside one stretch of computation", () => {
  test("the same links carry one after the other", () => {
    expect(exposed(10, [sent("scale_up", 6), sent("scale_up", 7)])).toEqual([0, 3]);
    expect(exposed(10, [sent("scale_up", 12), sent("scale_up", 7)])).toEqual([2, 7]);
  });

  test("other links carry theirs meanwhile, also beside what is exposed", () => {
    expect(exposed(10, [sent("scale_up", 6), sent("scale_out", 7)])).toEqual([0, 0]);
    expect(exposed(10, [sent("scale_up", 14), sent("scale_out", 13)])).toEqual([4, 0]);
  });

  test("what crosses both kinds of links waits for either", () => {
    expect(exposed(10, [sent("scale_up", 6), sent("scale_out", 8), sent("both", 5)])).toEqual([0, 0, 3]);
  });

  test("what ran beside a part takes its links' time; what ran beside nothing takes none", () => {
    const [part] = overlapped(ctx, 4, [[{ sent: sent("scale_up", 6), share: 0 }]]);
    if (!part) throw new Error("one was sent");
    expect(part.exposed).toBe(2);
    expect(exposed(10, [sent("scale_up", 8)], [part])).toEqual([2]);
    expect(exposed(10, [sent("scale_up", 8)], [sent("scale_up", 6)])).toEqual([0]);
  });

  test("the whole is never longer for less computation, nor shorter than what any links carry", () => {
    const tier = fc.constantFrom<Group["tier"]>("scale_up", "scale_out", "both");
    const total = fc.integer({ min: 0, max: 100 });
    const list = fc.array(fc.record({ tier, total, share: fc.constantFrom(0, 0.25, 1) }), { maxLength: 6 });
    fc.assert(
      fc.property(list, total, total, (items, behind, less) => {
        const ways = items.map(({ tier, total, share }) => [{ sent: sent(tier, total), share }]);
        const whole = (tau: number): number =>
          overlapped(ctx, tau, ways).reduce((sum, one) => sum + one.exposed, tau);
        expect(whole(behind)).toBeLessThanOrEqual(whole(behind + less) + 1e-9);
        for (const link of ["scale_up", "scale_out"]) {
          const carried = items.filter(({ tier }) => tier === link || tier === "both");
          expect(whole(behind)).toBeGreaterThanOrEqual(carried.reduce((sum, { total }) => sum + total, 0));
        }
      }),
    );
  });
});

test("sends between stages slow computation by a factor of their own", () => {
  const slowed = contextOf({
    ...made,
    cluster: {
      ...made.cluster,
      device: { ...made.cluster.device, contention: 1.3, sendContention: 1.1 },
    },
  });
  if (!slowed) throw new Error("the layers go onto the stages");
  const exposedOf = (one: Recurring<number>): number | undefined =>
    overlapped(slowed, 10, [[{ sent: one, share: 0 }]])[0]?.exposed;
  const send: Recurring<number> = { ...sent("scale_out", 2), dimension: "pp", op: "send_recv" };
  expect(exposedOf(sent("scale_out", 2))).toBeCloseTo(0.6, 12);
  expect(exposedOf(send)).toBeCloseTo(0.2, 12);
  expect(exposedOf({ ...send, op: "all_gather" })).toBeCloseTo(0.6, 12);
  expect(exposedOf({ ...send, dimension: "cp" })).toBeCloseTo(0.6, 12);
});
