import { expect, test } from "vitest";
import { attribute, type Made, type Numbers } from "../../../src/session/questions/attribute.ts";

const numbers = (x: number | null): Numbers => ({ x });
const shares = (count: number, at: (made: Made) => Numbers | null) =>
  attribute(count, at).shares.map(({ changes, numbers }) => [changes, numbers.x]);

test("changes that do not meet have what they do by themselves", () => {
  expect(shares(2, ([a, b]) => numbers(10 + (a ? 3 : 0) + (b ? -1 : 0)))).toEqual([
    [[0], 3],
    [[1], -1],
  ]);
});

test("an interaction is split evenly", () => {
  // Each halves a time of 8: alone 4, together 6.
  expect(shares(2, ([a, b]) => numbers(8 * (a ? 0.5 : 1) * (b ? 0.5 : 1)))).toEqual([
    [[0], -3],
    [[1], -3],
  ]);
});

test("orders through programs without an answer do not count", () => {
  // The second change works after the first alone.
  expect(shares(2, ([a, b]) => (b && !a ? null : numbers((a ? 1 : 0) + (a && b ? 5 : 0))))).toEqual([
    [[0], 1],
    [[1], 5],
  ]);
});

test("changes that only work together are one, and the method says so", () => {
  const only = attribute(2, ([a, b]) => (a === b ? numbers(a ? 7 : 1) : null));
  expect(only).toEqual({ method: "written order", shares: [{ changes: [0, 1], numbers: { x: 6 } }] });
});

test.each([3, 7, 9])("shares of %i changes sum to the difference", (count) => {
  const at = (made: Made): Numbers =>
    numbers(made.reduce((product, one, i) => product * (one ? 1 + 0.1 * (i + 1) : 1), 100));
  const all = attribute(count, at);
  expect(all.method).toBe(count <= 7 ? "every order" : "written order");
  const sum = all.shares.reduce((total, one) => total + (one.numbers.x ?? 0), 0);
  expect(sum).toBeCloseTo((at(Array(count).fill(true)).x ?? 0) - 100, 9);
});

test("a number that one side lacks has no share", () => {
  expect(shares(1, ([a]) => numbers(a ? 5 : null))).toEqual([[[0], null]]);
});
