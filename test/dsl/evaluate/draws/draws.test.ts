import { describe, expect, test } from "vitest";
import { combined, distributed } from "../../../../src/dsl/evaluate/draws/combined.ts";
import { latticeCoordinate, MOST_COORDINATES } from "../../../../src/dsl/evaluate/draws/lattice.ts";
import { normalQuantile } from "../../../../src/dsl/evaluate/draws/normalQuantile.ts";
import {
  absentShare,
  deviationOf,
  meanOf,
  quantileOf,
} from "../../../../src/dsl/evaluate/draws/quantiles.ts";
import { newInput } from "../../../../src/dsl/evaluate/draws/randomInput.ts";
import type { Draws } from "../../../../src/dsl/evaluate/index.ts";
import { varianceShares } from "../../../../src/session/questions/varianceShares.ts";

const input = (start: number) =>
  newInput(`uniform ${start}`, { source: { name: "test", text: "" }, span: { start, end: start + 1 } });
const uniform = (start: number): Draws => distributed(input(start), (share) => share);
const of = (operands: readonly (number | Draws)[], f: (numbers: readonly number[]) => number): Draws => {
  const made = combined(operands, f);
  if (!made) throw new Error("nothing is drawn");
  return made;
};

test("the normal quantile agrees with the values of Wichura 1988", () => {
  expect(normalQuantile(0.5)).toBe(0);
  expect(normalQuantile(0.25)).toBeCloseTo(-0.6744897501960817, 14);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167814, 13);
  expect(normalQuantile(1e-20)).toBeCloseTo(-9.26234008979841, 12);
  expect(normalQuantile(0.9)).toBeCloseTo(1.2815515655446004, 14);
});

describe("the lattice", () => {
  test("has every midpoint of each coordinate once", () => {
    for (const coordinate of [0, 1, 7, MOST_COORDINATES - 1, MOST_COORDINATES, 200]) {
      const sorted = latticeCoordinate(coordinate, 256).toSorted();
      expect([...sorted]).toEqual(Array.from({ length: 256 }, (_, i) => (i + 0.5) / 256));
    }
  });

  test("spreads pairs of coordinates evenly", () => {
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [3, 9],
      [20, 41],
      [0, MOST_COORDINATES],
      [MOST_COORDINATES, MOST_COORDINATES + 1],
    ] as const) {
      const [x, y] = [latticeCoordinate(a, 4_096), latticeCoordinate(b, 4_096)];
      const counts = new Array<number>(64).fill(0);
      x.forEach((one, i) => {
        const cell = 8 * Math.floor(8 * one) + Math.floor(8 * (y[i] ?? 0));
        counts[cell] = (counts[cell] ?? 0) + 1;
      });
      // 64 in each of 64 cells; independent points spread by 8, the lattice by less.
      const most = b < MOST_COORDINATES ? 12 : 32;
      expect(Math.min(...counts)).toBeGreaterThan(64 - most);
      expect(Math.max(...counts)).toBeLessThan(64 + most);
    }
  });
});

test("moments and quantiles are those of the closed form", () => {
  const u = uniform(0);
  expect(meanOf(u)).toBeCloseTo(0.5, 12);
  expect(deviationOf(u)).toBeCloseTo(Math.sqrt(1 / 12), 6);
  const product = of([u, uniform(1)], ([a = 0, b = 0]) => a * b);
  // P(U V <= x) = x - x log x.
  const at = quantileOf(product, 0.5);
  expect(at - at * Math.log(at)).toBeGreaterThan(0.499);
  expect(at - at * Math.log(at)).toBeLessThan(0.501);
});

test("a draw without a number is left out of whatever is made of it", () => {
  const gap = of([uniform(0)], ([a = 0]) => (a > 0.75 ? Number.NaN : a));
  expect(absentShare(gap)).toBeCloseTo(0.25, 4);
  expect(
    quantileOf(
      of([gap, 1], ([a = 0, b = 0]) => a + b),
      1,
    ),
  ).toBeCloseTo(1.75, 3);
});

describe("shares of the variance", () => {
  test("of a sum are those of its parts", () => {
    const sum = of([uniform(0), uniform(1)], ([a = 0, b = 0]) => a + 2 * b);
    const shares = varianceShares(sum);
    expect(shares.map(({ first }) => first)[0]).toBeCloseTo(0.2, 2);
    expect(shares.map(({ first }) => first)[1]).toBeCloseTo(0.8, 2);
    expect(shares.map(({ total }) => total)[0]).toBeCloseTo(0.2, 2);
  });

  test("of Sobol's g-function are the known ones", () => {
    // g = prod (|4 x - 2| + a) / (1 + a), Saltelli et al. 2010, section 5: V_i = 1 / (3 (1 + a)^2), V = prod (1 + V_i) - 1.
    const a = [0, 0.5, 3, 9];
    const g = of(
      a.map((_, at) => uniform(at)),
      (x) =>
        x.reduce(
          (product, one, i) => (product * (Math.abs(4 * one - 2) + (a[i] ?? 0))) / (1 + (a[i] ?? 0)),
          1,
        ),
    );
    const parts = a.map((one) => 1 / (3 * (1 + one) ** 2));
    const variance = parts.reduce((product, one) => product * (1 + one), 1) - 1;
    const shares = varianceShares(g);
    parts.forEach((part, i) => {
      const others = parts.reduce((product, one, at) => (at === i ? product : product * (1 + one)), 1);
      expect(shares[i]?.first).toBeCloseTo(part / variance, 1);
      expect(Math.abs((shares[i]?.first ?? 0) - part / variance)).toBeLessThan(0.02);
      expect(Math.abs((shares[i]?.total ?? 0) - (part * others) / variance)).toBeLessThan(0.02);
    });
  });

  test("of a product of centred inputs are shared between both", () => {
    const product = of([uniform(0), uniform(1)], ([a = 0, b = 0]) => (a - 0.5) * (b - 0.5));
    const [one] = varianceShares(product);
    expect(one?.first).toBeLessThan(0.02);
    expect(one?.total).toBeCloseTo(1, 1);
  });

  test("of a number that no input moves are none", () => {
    expect(varianceShares(of([uniform(0)], () => 3))).toEqual([]);
  });
});
