import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { between, middleOf, reaching, reachOf } from "../../src/uncertainty/quantiles.ts";

const reach = (values: readonly number[], shares = values.map(() => 1), level = 0.8) =>
  reachOf(Float64Array.from(values), Float64Array.from(shares), level);

describe("how far votes reach", () => {
  test("the middle, and the distance that four in five do not exceed", () => {
    // By hand: the middle of nine is 0.01; distances 0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.11, 0.19 beside the middle's 0; 80% of nine are 7.2, so the eighth.
    expect(reach([-0.1, -0.04, -0.02, 0, 0.01, 0.03, 0.05, 0.08, 0.2])).toEqual({
      middle: 0.01,
      halfWidth: expect.closeTo(0.11, 12),
    });
  });

  test("nobody votes, nothing is said; one vote is its own middle", () => {
    expect(reach([])).toBeNull();
    expect(reach([0.1, 0.2], [0, 0])).toBeNull();
    expect(reach([0.3])).toEqual({ middle: 0.3, halfWidth: 0 });
  });

  test("who has no vote is not heard, and two equal votes are one of twice the share", () => {
    expect(reach([-5, -0.1, 0, 0.1, 7], [0, 1, 1, 1, 0])).toEqual(reach([-0.1, 0, 0.1]));
    expect(reach([0, 0.1, 0.1, 0.4])).toEqual(reach([0, 0.1, 0.4], [1, 2, 1]));
  });

  test("one odd source of nine is outside", () => {
    expect(reach([-0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03, 3])?.halfWidth).toBeCloseTo(0.04, 12);
  });

  test("it holds its share of any votes, and no nearer end would", () => {
    const vote = fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(
        fc.array(vote, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(0.5, 0.8, 0.9),
        (given, level) => {
          const votes = [...given].sort(([a], [b]) => a - b);
          const found = reach(
            votes.map(([value]) => value),
            votes.map(([, share]) => share),
            level,
          );
          if (!found) throw new Error("nothing");
          const all = votes.reduce((sum, [, share]) => sum + share, 0);
          const within = (holds: (away: number) => boolean) =>
            votes.reduce(
              (sum, [value, share]) => sum + (holds(Math.abs(value - found.middle)) ? share : 0),
              0,
            ) / all;
          expect(within((away) => away <= found.halfWidth)).toBeGreaterThanOrEqual(level - 1e-9);
          if (found.halfWidth > 0) expect(within((away) => away < found.halfWidth)).toBeLessThan(level);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("of draws whose quantile is known it finds it", () => {
    // Uniform on [-1, 1]: four in five lie within 0.8 of the middle.
    const values = Array.from({ length: 2_001 }, (_, at) => at / 1_000 - 1);
    expect(reach(values)?.halfWidth).toBeCloseTo(0.8, 2);
  });
});

test("a share of values, and between two of them", () => {
  const nine = [9, 8, 7, 6, 5, 4, 3, 2, 1];
  expect(reaching(nine)).toBe(8);
  expect(reaching([3])).toBe(3);
  expect(between(nine)).toBeCloseTo(7.4, 12);
  expect(between([3])).toBe(3);
  expect([reaching([]), between([])]).toEqual([Number.NaN, Number.NaN]);
});

test("the middle", () => {
  expect(middleOf([3, 1, 2])).toBe(2);
  expect(middleOf([4, 1])).toBe(2.5);
});
