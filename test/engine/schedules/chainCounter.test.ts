import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Schedule } from "../../../src/engine/scenario/scheduleName.ts";
import { chainCounter } from "../../../src/engine/schedules/chainCounter.ts";
import { chainCounts } from "../../../src/engine/schedules/chainCounts.ts";
import { chainRegion } from "../../../src/engine/schedules/chainRegion.ts";
import type { ChunkPlaces } from "../../../src/engine/schedules/chunkPlaces.ts";
import { splitsBackward } from "../../../src/engine/schedules/pieces.ts";
import { placementOf } from "../../../src/engine/schedules/traits.ts";

const schedules: readonly Schedule[] = [
  ...(["naive", "gpipe", "1f1b", "interleaved_1f1b", "breadth_first", "zb_h1", "zb_h2"] as const),
  ...(["zb_v", "v_half", "v_min", "dualpipe", "dualpipe_v"] as const),
];

/** A plan of p stages whose first and last chunks take other times than those between. */
function planOf(schedule: Schedule, p: number) {
  const vpp = schedule === "interleaved_1f1b" || schedule === "breadth_first" ? 2 : 1;
  const plan = { schedule, pp: p, vpp, microBatchGroup: p, ownSchedule: null };
  const { ranks, chunks } = placementOf(plan);
  const kinds = splitsBackward(schedule) ? 3 : 2;
  const place = (kind: number) => ({
    ...{ forward: kinds * kind, backward: kinds * kind + 1, weights: kinds === 3 ? kinds * kind + 2 : null },
  });
  const kindOf = (rank: number, chunk: number) =>
    rank === 0 && chunk === 0 ? 0 : rank === ranks - 1 && chunk === chunks - 1 ? 2 : 1;
  const places: ChunkPlaces = Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length: chunks }, (_, chunk) => place(kindOf(rank, chunk))),
  );
  return { plan, places, times: 3 * kinds };
}

describe("counting the longest chain again and again", () => {
  test.each(schedules)("finds what a simulation finds: %s", (schedule) => {
    const time = fc.oneof(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.constantFrom(1, 2));
    fc.assert(
      fc.property(
        fc.constantFrom(2, 4),
        fc.array(time, { minLength: 9, maxLength: 9 }),
        fc.array(
          fc.record({
            rounds: fc.integer({ min: 1, max: 40 }),
            nearness: fc.double({ min: 0.8, max: 1.2, noNaN: true }),
          }),
          {
            minLength: 12,
            maxLength: 12,
          },
        ),
        (p, all, steps) => {
          const { plan, places, times } = planOf(schedule, p);
          const count = chainCounter(plan, places);
          for (const { rounds, nearness } of steps) {
            const m = 2 * p * rounds;
            const seconds = all.slice(0, times).map((n, i) => (i % 2 === 0 ? n * nearness : n));
            const known = chainCounts({ ...plan, numMicroBatches: m }, places, seconds);
            // The second time it may know the region, the third it does.
            for (let again = 0; again < 3; again++)
              expect([...Array.from(count([m, ...seconds]))]).toEqual([...known]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test("simulates nothing near times that were simulated", () => {
    const { plan, places } = planOf("1f1b", 8);
    const region = chainRegion({ ...plan, numMicroBatches: 64 }, places, [1.1, 2.1, 1, 2, 1.3, 2.5]);
    expect(region.holds([1.1, 2.1, 1, 2, 1.3, 2.5])).toBe(true);
    expect(region.holds([1.2, 2.2, 1.1, 2.1, 1.4, 2.6])).toBe(true);
    expect(region.holds([1.3, 2.5, 1, 2, 1.1, 2.1])).toBe(false);
  });
});
