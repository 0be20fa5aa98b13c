import { expect, test } from "vitest";
import { withUnit } from "../../src/units/index.ts";

test.each([
  ["12.35", "GiB", "12.35 GiB"],
  ["51.4", "%", "51.4%"],
  ["5,576,000", "$", "$5,576,000"],
  ["2.50", "$/GPU-hour", "$2.50/GPU-hour"],
  ["7.76", "1/day", "7.76/day"],
  ["8", "1", "8"],
  ["8", "", "8"],
  ["3", "parsec", "3 parsec"],
])("%s in %s is %s", (digits, unit, text) => {
  expect(withUnit(digits, unit)).toBe(text);
});
