import { expect, test } from "vitest";
import { readTable, residualTable, tableText } from "../../src/uncertainty/index.ts";
import { residuals } from "../../src/uncertainty/residuals.ts";
import { betweens } from "../../src/uncertainty/spreads.ts";
import { everything, peaks, runs } from "./runs.ts";

const measured = [...runs(9, 0.1), ...everything(19, 0.9), ...peaks(3, 0.2)];

test("reads what it writes", () => {
  const text = tableText(residualTable(measured));
  const table = readTable(text);
  expect(table.workloads.length).toBeGreaterThan(1);
  expect(table.seen.length).toBeGreaterThan(5);
  expect(table.seen.some(({ of }) => of === "memory")).toBe(true);
  expect(tableText(table)).toBe(text);
});

test("the order of the runs is nothing to it", () => {
  const shuffled = measured.map((run, at) => ({ run, at: (at * 7919) % 31 })).sort((a, b) => a.at - b.at);
  expect(tableText(residualTable(shuffled.map(({ run }) => run)))).toBe(tableText(residualTable(measured)));
});

test("the shipped table is whole", () => {
  const table = readTable(residuals);
  expect(tableText(table)).toBe(residuals.trimStart());
  for (const of of ["time", "memory"]) {
    expect(table.spreads.filter((one) => one.of === of).map(({ between }) => between)).toEqual(betweens);
    expect(table.factors.find((one) => one.of === of)?.factor).toBeGreaterThanOrEqual(1);
    expect(table.workloads.find((one) => one.of === of)?.workload).toBe("everything");
    expect(table.seen.some((one) => one.of === of && one.key === "*,*")).toBe(true);
  }
  for (const { halfWidth, classes } of table.spreads) {
    expect(halfWidth).toBeGreaterThanOrEqual(0);
    expect(classes).toBeGreaterThan(1);
  }
  for (const { reach } of table.workloads) expect(reach.halfWidth).toBeGreaterThan(0);
  for (const { perDoubling } of table.slopes) expect(perDoubling).toBeGreaterThanOrEqual(0);
  for (const { range } of table.seen)
    for (const [least, most] of Object.values(range)) expect(least).toBeLessThanOrEqual(most);
});
