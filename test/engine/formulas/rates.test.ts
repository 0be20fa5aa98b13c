import { expect, test } from "vitest";
import { book } from "../../../src/engine/formulas/index.ts";

test("no rate is named by a unit that it is not printed in", () => {
  // A rate of 1/s is printed as 2.7/day where that is its size.
  const named = book
    .flatMap(({ formulas }) => formulas)
    .flatMap(({ name, result, unit, symbols }) => [
      { name, words: result, unit },
      ...Object.values(symbols).map((one) => ({
        name: `${name}, ${one.symbol}`,
        words: one.meaning,
        unit: one.unit,
      })),
    ]);
  const rates = named.filter(({ unit }) => unit === "1/s");
  expect(rates.length).toBeGreaterThan(5);
  expect(
    rates.filter(({ words }) => /per (second|day|hour|year)/.test(words) && !words.includes("elements")),
  ).toEqual([]);
});
