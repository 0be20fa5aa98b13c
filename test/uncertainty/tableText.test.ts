import { expect, test } from "vitest";
import { readTable, residualTable, tableText } from "../../src/uncertainty/index.ts";
import { residuals } from "../../src/uncertainty/residuals.ts";
import { everything, runs } from "./runs.ts";

const measured = [...runs(9, 0.1), ...everything(19, 0.9), ...runs(3, 0, { time: null, memory: 0.2 })];

test("reads what it writes", () => {
  const text = tableText(residualTable(measured));
  const table = readTable(text);
  const { rows, spreads } = table;
  expect(spreads.map(({ between, of }) => `${between} ${of}`)).toEqual([
    "generation time",
    "framework time",
    "source time",
  ]);
  expect(rows.length).toBeGreaterThan(5);
  expect(tableText(table)).toBe(text);
  expect(rows.some(({ of }) => of === "memory")).toBe(true);
});

test("the order of the runs is nothing to it", () => {
  const shuffled = measured.map((run, at) => ({ run, at: (at * 7919) % 31 })).sort((a, b) => a.at - b.at);
  expect(tableText(residualTable(shuffled.map(({ run }) => run)))).toBe(tableText(residualTable(measured)));
});

test("the shipped table is whole: in order, and with an interval for runs of all kinds", () => {
  const table = readTable(residuals);
  const { rows, spreads } = table;
  expect(tableText(table)).toBe(residuals.trimStart());
  for (const of of ["time", "memory"])
    expect(spreads.filter((one) => one.of === of).map(({ between }) => between)).toEqual([
      "generation",
      "framework",
      "source",
    ]);
  for (const { halfWidth, classes } of spreads) {
    expect(halfWidth).toBeGreaterThanOrEqual(0);
    expect(classes).toBeGreaterThan(1);
  }
  for (const { ends, seen } of rows) {
    if (ends)
      expect([ends.low, ends.median, ends.high]).toEqual(
        [ends.low, ends.median, ends.high].sort((a, b) => a - b),
      );
    for (const [least, most] of Object.values(seen)) expect(least).toBeLessThanOrEqual(most);
  }
  for (const of of ["time", "memory"])
    expect(rows.find((row) => row.of === of && row.key === "*,*,*,*")?.ends).not.toBeNull();
});
