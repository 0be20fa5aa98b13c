import { expect, test } from "vitest";
import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import { poolsOf, scoreOf } from "../../src/uncertainty/pools.ts";
import { ordered } from "../../src/uncertainty/workloadTable.ts";
import { kind, missedBy } from "./runs.ts";

const sources = (n: number, off: (index: number) => number, traits: MeasuredRun["kind"]["traits"]) =>
  Array.from({ length: n }, (_, index) =>
    missedBy(off(index), { source: `${traits.join()} ${index}`, kind: { ...kind, traits } }),
  );

test("the interval score is the width, and ten times what is missed at 80%", () => {
  expect(scoreOf({ middle: 0.1, halfWidth: 0.2 }, 0.25, 0.8)).toBeCloseTo(0.4, 12);
  expect(scoreOf({ middle: 0.1, halfWidth: 0.2 }, 0.35, 0.8)).toBeCloseTo(0.4 + 10 * 0.05, 12);
  expect(scoreOf({ middle: 0.1, halfWidth: 0.2 }, -0.2, 0.8)).toBeCloseTo(0.4 + 10 * 0.1, 12);
});

test("workloads that differ lean less on the others than those that do not", () => {
  const apart = [...sources(12, () => 0, []), ...sources(12, () => 1, ["moe"])];
  // A workload of three scattered sources tells less of the next than all that scatter alike.
  const wave = (index: number) => Math.sin(7 * index);
  const alike = [...sources(40, wave, []), ...sources(3, wave, ["moe"])];
  expect(poolsOf(ordered(apart)).time).toBeLessThan(poolsOf(ordered(alike)).time);
});
