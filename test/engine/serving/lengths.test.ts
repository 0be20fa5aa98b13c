import { describe, expect, test } from "vitest";
import { lengthsOf } from "../../../src/engine/serving/lengths.ts";

const of = (mean: number, variation: number, max: number) => lengthsOf({ mean, variation, max });

describe("lengths of responses", () => {
  test("have the given mean after they are cut", () => {
    for (const [mean, max] of [
      [1000, 16_384],
      [3_251, 4_096],
      [5_700, 8_192],
      [30, 32],
    ] as const)
      for (const variation of [0, 0.3, 0.6, 1.5]) {
        const lengths = of(mean, variation, max);
        expect(lengths.mean / Math.min(mean, 0.999 * max)).toBeCloseTo(1, 3);
        // The area under the share of longer responses is their mean.
        const steps = 4_000;
        let area = 0;
        for (let i = 0; i < steps; i++) area += (lengths.longer(((i + 0.5) * max) / steps) * max) / steps;
        expect(area / lengths.mean).toBeCloseTo(1, 2);
      }
  });

  test("have the moments of a lognormal distribution where nothing is cut", () => {
    const { rest } = of(1000, 0.6, 1e6);
    // E[l^2]/(2 E[l]) = mean * (1 + variation^2) / 2.
    expect(rest).toBeGreaterThan(0.985 * 680);
    expect(rest).toBeLessThan(1.001 * 680);
  });

  test("are all equal without variation", () => {
    const lengths = of(500, 0, 1_000);
    expect(lengths.longer(499)).toBe(1);
    expect(lengths.longer(501)).toBe(0);
    expect(lengths.longest(10_000)).toBeCloseTo(500, 6);
    expect(lengths.rest).toBeCloseTo(250, 6);
  });

  test("the longest grows with the number of responses, up to the limit", () => {
    const lengths = of(1000, 0.6, 4_096);
    const longest = [1, 10, 100, 1_000, 10_000].map((count) => lengths.longest(count));
    expect([...longest].sort((a, b) => a - b)).toEqual(longest);
    expect(longest.at(-1)).toBe(4_096);
  });

  test("sequences in progress lack less the longer one looks ahead, and lack `rest` on average", () => {
    const lengths = of(2_000, 0.8, 8_192);
    expect(lengths.lacking(0)).toBeCloseTo(1, 9);
    expect(lengths.lacking(8_192)).toBe(0);
    const steps = 4_000;
    let area = 0;
    for (let i = 0; i < steps; i++) area += (lengths.lacking(((i + 0.5) * 8_192) / steps) * 8_192) / steps;
    expect(area / lengths.rest).toBeCloseTo(1, 2);
  });
});
