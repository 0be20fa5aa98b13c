import { expect, test } from "vitest";
import { comparedNumbers } from "../../../src/report/numbers/comparedNumbers.ts";

const texts = (actual: number, expected: number, unit: string, within?: string): readonly unknown[] =>
  Object.values(comparedNumbers({ actual, expected, unit, ...(within === undefined ? {} : { within }) }));

test("numbers that differ in the first digits have four", () => {
  expect(texts(12.34567, 13, "s", "5%")).toEqual(["12.35 s", "13 s"]);
});

test("within a tolerance, numbers have at most five digits", () => {
  expect(texts(3.500_312_34, 3.5, "s", "1%")).toEqual(["3.5003 s", "3.5 s"]);
  expect(texts(3.500_000_123, 3.5, "s", "1%")).toEqual(["3.5 s", "3.5 s"]);
});

test("numbers on both sides of a bound have as many digits as tell them apart", () => {
  expect(texts(3.500_000_123, 3.5, "s")).toEqual(["3.5000001 s", "3.5 s"]);
  expect(texts(70_553_706_496, 70_553_706_497, "params", "1%")).toEqual([
    "70,553,706,496 params",
    "70,553,706,497 params",
  ]);
});
