import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batchShares, type Paced } from "../../../../src/engine/trainingStep/pools/batchShares.ts";

const end = (pools: readonly Paced[], shares: readonly number[]): number =>
  Math.max(...pools.map(({ seconds, fill }, i) => fill + (shares[i] ?? 0) * seconds));

/** Every way to divide `total` micro-batches between pools, by trying all of them. */
function allShares(pools: readonly Paced[], total: number): readonly (readonly number[])[] {
  const [first, ...more] = pools;
  if (!first) return total === 0 ? [[]] : [];
  const found: (readonly number[])[] = [];
  for (let m = 1; m * first.replicas <= total; m++)
    for (const rest of allShares(more, total - m * first.replicas)) found.push([m, ...rest]);
  return found;
}

const pace = fc.record({
  replicas: fc.integer({ min: 1, max: 5 }),
  seconds: fc.double({ min: 0.1, max: 5, noNaN: true }),
  fill: fc.double({ min: 0, max: 10, noNaN: true }),
});

describe("micro-batches of the replicas of unlike pools", () => {
  test("add up to the batch, and no others end earlier", () => {
    fc.assert(
      fc.property(
        fc.array(pace, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        (pools, total) => {
          const found = batchShares(pools, total);
          const all = allShares(pools, total);
          if (found === null) return all.length === 0;
          expect(found.reduce((sum, m, i) => sum + m * (pools[i]?.replicas ?? 0), 0)).toBe(total);
          const best = Math.min(...all.map((shares) => end(pools, shares)));
          expect(end(pools, found)).toBeLessThanOrEqual(best * (1 + 1e-8));
          return true;
        },
      ),
      { numRuns: 300 },
    );
  });

  test("are in proportion to the speeds where whole numbers allow it", () => {
    const pools = [
      { replicas: 2, seconds: 1, fill: 0 },
      { replicas: 4, seconds: 2, fill: 0 },
    ];
    expect(batchShares(pools, 96)).toEqual([24, 12]);
  });

  test("do not exist where no whole numbers add up", () => {
    const even = [
      { replicas: 2, seconds: 1, fill: 0 },
      { replicas: 4, seconds: 1, fill: 0 },
    ];
    expect(batchShares(even, 97)).toBeNull();
    expect(batchShares(even, 4)).toBeNull();
  });
});
