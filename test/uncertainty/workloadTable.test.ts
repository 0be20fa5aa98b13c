import { expect, test } from "vitest";
import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import type { RunKind } from "../../src/uncertainty/runKind.ts";
import { ordered, workloadsWithout, workloadTable } from "../../src/uncertainty/workloadTable.ts";
import { kind, missedBy, runs } from "./runs.ts";

const dense = "dense in 16 bits or more";
const experts = "experts in fp8 or fp4";
const moe: RunKind = { ...kind, traits: ["moe", "fp8"] };
/** `n` sources with one run each, off by as much. */
const sources = (n: number, time: number, of: RunKind = kind): readonly MeasuredRun[] =>
  Array.from({ length: n }, (_, index) => missedBy(time, { source: `${time} ${index}`, kind: of }));
const pools = (pool: number) => ({ time: pool, memory: pool });
const row = (
  measured: readonly MeasuredRun[],
  pool: number,
  workload: typeof dense | typeof experts = dense,
) => workloadTable(ordered(measured), pools(pool)).find((one) => one.workload === workload);

test("a source of a thousand runs has one vote", () => {
  const large = runs(1_000, 3, { source: "large" });
  expect(row([...sources(9, 0), ...large], 0)).toMatchObject({ runs: 1_009, sources: 10 });
  expect(row([...sources(9, 0), ...large], 0)?.reach).toEqual({ middle: 0, halfWidth: 0 });
});

test("the fewer sources a workload has, the more all runs together say of it", () => {
  // Dense runs are right, those of experts off by 1: with k votes of their own and 4 for all of 40 + k, at k = 1 the middle is the others'.
  const of = (k: number) => row([...sources(40, 0), ...sources(k, 1, moe)], 4, experts)?.reach;
  expect(of(1)).toEqual({ middle: 0, halfWidth: 1 });
  expect(of(40)).toEqual({ middle: 1, halfWidth: 0 });
  expect(row([...sources(40, 0), ...sources(1, 1, moe)], 0, experts)?.reach.middle).toBe(1);
});

test("without runs that are left out, and with everything for a workload that nobody measured", () => {
  const measured = ordered([...sources(5, 0), ...sources(5, 1, moe)]);
  const all = workloadsWithout(measured, () => false, pools(1));
  expect(all("time", experts)?.workload).toBe(experts);
  const left = workloadsWithout(measured, (run) => run.kind === moe, pools(1));
  expect(left("time", experts)).toMatchObject({ workload: "everything", runs: 5, sources: 5 });
  expect(workloadsWithout(measured, () => true, pools(1))("time", dense)).toBeUndefined();
  expect(all("memory", dense)).toBeUndefined();
});

test("held-out runs are not in it", () => {
  const held = sources(20, 5).map((run) => ({ ...run, heldOut: true }));
  expect(row([...sources(9, 0), ...held], 4)).toMatchObject({ runs: 9, reach: { middle: 0, halfWidth: 0 } });
});
