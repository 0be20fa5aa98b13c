import { describe, expect, test } from "vitest";
import { boundaryBetween, type Curve, zerosOf } from "../../../../src/dsl/evaluate/solve/roots.ts";

const sampled = (curve: Curve, from: number, to: number, count = 41) =>
  zerosOf(
    Array.from({ length: count }, (_, i) => {
      const x = from + ((to - from) * i) / (count - 1);
      return [x, curve(x)] as const;
    }),
    curve,
    1,
  );

describe("zeros of a curve", () => {
  test("all of several, in order, to the last digits", () => {
    const found = sampled((x) => (x - 0.123) * (x - 1.7) * (x - 2.9), 0, 3.05);
    expect(found.map((one) => (one.kind === "root" ? one.x : one.kind))).toEqual([
      expect.closeTo(0.123, 12),
      expect.closeTo(1.7, 12),
      expect.closeTo(2.9, 12),
    ]);
  });

  test("steep, flat and cubic ones within few readings", () => {
    for (const curve of [
      (x: number) => Math.exp(20 * x) - 5,
      (x: number) => (x - 0.3) ** 3,
      (x: number) => Math.atan(50 * (x - 0.71)),
    ]) {
      let asked = 0;
      const counted = (x: number) => {
        asked++;
        return curve(x);
      };
      const [found] = sampled(counted, -0.11, 1.07, 21);
      expect(found?.kind).toBe("root");
      expect(Math.abs(curve(found?.kind === "root" ? found.x : 0))).toBeLessThan(1e-9);
      expect(asked).toBeLessThan(21 + 90);
    }
  });

  test("one at a sample, one that is touched, and a stretch of zeros", () => {
    expect(sampled((x) => x - 1, 0, 2)).toEqual([{ kind: "root", x: 1 }]);
    const [touched] = sampled((x) => (x - 0.777) ** 2, 0, 2);
    expect(touched?.kind === "root" && touched.x).toBeCloseTo(0.777, 4);
    expect(sampled((x) => Math.max(0, x - 1), 0, 2, 21)).toEqual([{ kind: "flat", from: 0, to: 1 }]);
  });

  test("a jump past zero is no root, and says both sides", () => {
    const [found] = sampled((x) => (x < 1.23 ? -2 : 3), 0, 2);
    expect(found).toEqual({ kind: "jump", x: expect.closeTo(1.23, 10), before: -2, after: 3 });
  });

  test("gaps hide what is in them", () => {
    expect(sampled((x) => (Math.abs(x - 1) < 0.2 ? null : x - 1), 0, 2)).toEqual([]);
    expect(sampled(() => null, 0, 1)).toEqual([]);
  });
});

test("boundaries lie on the side where the condition holds", () => {
  expect(boundaryBetween((x) => x <= 2.5, [0, 8], false)).toBeCloseTo(2.5, 12);
  expect(boundaryBetween((x) => x <= 2.5, [0, 8], false)).toBeLessThanOrEqual(2.5);
  expect(boundaryBetween((x) => x >= 37, [64, 1], true)).toBe(37);
});
