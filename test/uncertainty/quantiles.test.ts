import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endsByRun, endsBySource, LEVEL } from "../../src/uncertainty/quantiles.ts";

const residuals = (values: readonly number[], source = "one") => values.map((value) => ({ value, source }));

describe("by run", () => {
  test("nine residuals give the smallest and the largest; eight give nothing", () => {
    const nine = [0.05, -0.1, 0.2, -0.04, 0, -0.02, 0.01, 0.08, 0.03];
    expect(endsByRun(residuals(nine))).toEqual({ low: -0.1, median: 0.01, high: 0.2 });
    expect(endsByRun(residuals(nine.slice(1)))).toBeNull();
  });

  test("99 residuals: the 10th and the 90th", () => {
    const values = Array.from({ length: 99 }, (_, at) => at + 1);
    expect(endsByRun(residuals(values))).toEqual({ low: 10, median: 50, high: 90 });
  });

  test("of any n + 1 runs, at least 80% fall into the interval of the n others", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.double({ noNaN: true }), { minLength: 10, maxLength: 60 }), (values) => {
        const inside = values.filter((value, left) => {
          // By place: 0 and -0 are two runs, though they are equal.
          const ends = endsByRun(residuals(values.filter((_, at) => at !== left)));
          return ends !== null && value >= ends.low && value <= ends.high;
        });
        expect(inside.length / values.length).toBeGreaterThanOrEqual(LEVEL - 1e-12);
      }),
      { numRuns: 50 },
    );
  });
});

describe("by source", () => {
  test("fewer than nine sources say nothing, however many runs they have", () => {
    const of = (sources: number) =>
      Array.from({ length: 900 }, (_, at) => ({ value: at, source: `source ${at % sources}` }));
    expect(endsBySource(of(8))).toBeNull();
    expect(endsBySource(of(9))).toEqual(expect.objectContaining({ low: 90, high: 809 }));
  });

  test("a tenth of the sources' votes lies on either side, whoever has how many runs", () => {
    const group = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(group, { minLength: 9, maxLength: 25 }), (groups) => {
        const ends = endsBySource(groups.flatMap((values, at) => residuals(values, String(at))));
        if (!ends) throw new Error("no ends");
        const share = (holds: (value: number) => boolean) =>
          groups.reduce((sum, values) => sum + values.filter(holds).length / values.length, 0) /
          groups.length;
        expect(share((value) => value < ends.low)).toBeLessThanOrEqual((1 - LEVEL) / 2 + 1e-9);
        expect(share((value) => value <= ends.low)).toBeGreaterThanOrEqual((1 - LEVEL) / 2 - 1e-9);
        expect(share((value) => value > ends.high)).toBeLessThanOrEqual((1 - LEVEL) / 2 + 1e-9);
        expect(share((value) => value >= ends.high)).toBeGreaterThanOrEqual((1 - LEVEL) / 2 - 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  test("a source of a thousand runs has one vote", () => {
    const small = Array.from({ length: 20 }, (_, at) => ({ value: at / 100, source: `small ${at}` }));
    const large = Array.from({ length: 1_000 }, () => ({ value: 5, source: "large" }));
    expect(endsBySource([...small, ...large])?.high).toBeLessThan(1);
    expect(endsByRun([...small, ...large])?.high).toBe(5);
  });
});
