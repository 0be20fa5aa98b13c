import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLog, steadyState, type WallClock, wallClock } from "../../src/measured/index.ts";
import { MegatronLog, runWithTwoFailures } from "../support/megatronLog.ts";

function ledger(text: string): WallClock {
  const log = readLog(text);
  if ("problem" in log) throw new Error(log.problem);
  const found = wallClock(log, steadyState(log));
  if (!found) throw new Error("no durations");
  return found;
}

describe("the wall-clock time of a run with two failures", () => {
  const found = ledger(runWithTwoFailures().lines.join("\n"));
  const part = (name: Parameters<WallClock["parts"]["get"]>[0]): number => found.parts.get(name) ?? 0;

  test("has parts as they were made, which add up to it", () => {
    expect(part("training")).toBeCloseTo(590 * 20, 6);
    // Iterations 201 to 250 and 401 to 430 were computed twice.
    expect(part("rework")).toBeCloseTo((50 + 30) * 20, 6);
    expect(part("recovery")).toBeCloseTo(1200 + 2400, 6);
    // Each start's first iteration took 40 s longer than a steady one.
    expect(part("warm_up")).toBeCloseTo(3 * 40, 6);
    // Checkpoints at 100 to 500; evaluations at 150, 300 and 450.
    expect(part("checkpoints")).toBeCloseTo(5 * 30, 6);
    expect(part("evaluation")).toBeCloseTo(3 * 50, 6);
    expect(part("other")).toBe(0);
    const clock = 590 * 20 + 80 * 20 + 3600 + 120 + 150 + 150;
    expect(found.seconds).toBeCloseTo(clock, 6);
    expect(found.isTimed).toBe(true);
  });

  test("tells what each failure lost", () => {
    expect(found.failures).toEqual([
      { after: 250, resumed: 201, lost: 50, lostSeconds: 1000, recovery: 1200 },
      { after: 430, resumed: 401, lost: 30, lostSeconds: 600, recovery: 2400 },
    ]);
  });
});

test("a line that stands for ten iterations counts ten, and loses those that are repeated", () => {
  const log = new MegatronLog();
  for (let number = 10; number <= 250; number += 10) log.iteration(number, 2, 10);
  log.wait(100).say("loading checkpoint from ckpt at iteration 204");
  for (let number = 214; number <= 404; number += 10) log.iteration(number, 2, 10);
  const { parts, failures, seconds } = ledger(log.lines.join("\n"));
  expect(failures).toMatchObject([{ after: 250, resumed: 205, lost: 46, recovery: 100 }]);
  expect(parts.get("rework")).toBeCloseTo(46 * 2, 6);
  expect(parts.get("training")).toBeCloseTo(404 * 2, 6);
  expect(seconds).toBeCloseTo(404 * 2 + 46 * 2 + 100, 6);
});

test("without times of day the recovery is not known, and the rest adds up", () => {
  const text = runWithTwoFailures()
    .lines.join("\n")
    .replaceAll(/\[2026[^\]]*\]/g, "");
  const { parts, failures, isTimed, seconds } = ledger(text);
  expect(isTimed).toBe(false);
  expect(failures.map(({ recovery }) => recovery)).toEqual([null, null]);
  expect(parts.get("rework")).toBeCloseTo(80 * 20, 6);
  expect(seconds).toBeCloseTo((590 + 80) * 20 + 120, 6);
});

test.each(["megatron-deepspeed-bloom-176b.log", "torchtitan-checkpoints.log", "nanotron.log"])(
  "the parts of %s add up to its time",
  (name) => {
    const { parts, seconds } = ledger(readFileSync(join(import.meta.dirname, "samples", name), "utf8"));
    expect(seconds).toBeGreaterThan(0);
    expect([...parts.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(seconds, 9);
    for (const [, time] of parts) expect(time).toBeGreaterThan(0);
  },
);
