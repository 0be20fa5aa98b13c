import { expect, it } from "vitest";
import { valueTicks } from "../../../../src/report/figures/axis/valueTicks.ts";

const ticks = (values: readonly number[], log = false) => valueTicks(values, log, String).tickvals;

it("ticks at degrees, not between them", () => expect(ticks([8, 4, 2, 1, 1])).toEqual([1, 2, 4, 8]));

it("ticks at the NICs that were tried, on a scale of powers too", () =>
  expect(ticks([12.5, 25, 50, 100, 200], true)).toEqual([12.5, 25, 50, 100, 200]));

it("leaves an axis alone whose values are many, odd, crowded or few", () => {
  expect(ticks(Array.from({ length: 40 }, (_, at) => at))).toBeUndefined();
  expect(ticks([1.2345, 2.3456, 3.4567])).toBeUndefined();
  expect(ticks([1, 2, 3, 1_000])).toBeUndefined();
  expect(ticks([1, 2])).toBeUndefined();
});
