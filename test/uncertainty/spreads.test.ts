import { describe, expect, test } from "vitest";
import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import { shiftsOf, spreadsOf } from "../../src/uncertainty/spreads.ts";
import { studentQuantile } from "../../src/uncertainty/student.ts";
import { kind, runs } from "./runs.ts";

const stacks = ["a", "b", "c", "d", "e", "f"];
const pools = { time: 4, memory: 4 };
/** Six sources of nine runs each on every generation, off by `shift` of the generation and `own` of the source; without a name by 0.4 more or less. */
const world = (shift: (index: number) => number, own: (index: number) => number): readonly MeasuredRun[] =>
  ["volta", "ampere", "hopper", "blackwell"].flatMap((architecture, at) =>
    stacks.flatMap((framework, index) =>
      runs(9, 0.02, {
        kind: { ...kind, architecture, framework, traits: [] },
        source: `${architecture} ${framework}`,
      }).map((run) => {
        const time = (run.missed.time ?? 0) + own(at + index);
        return {
          ...run,
          missed: { time, memory: null },
          guessed: time + shift(at),
          unnamed: time + (index % 2 ? 0.4 : -0.4),
        };
      }),
    ),
  );
const halfWidth = (all: readonly MeasuredRun[], between: string, level?: number) =>
  spreadsOf(shiftsOf(all, pools), level).find((one) => one.between === between && one.of === "time")
    ?.halfWidth ?? 0;
const alternate = (size: number) => (index: number) => (index % 2 ? size : -size);
const none = () => 0;
/** A mean absolute shift as the deviation of normal ones with it. */
const asNormal = Math.sqrt(Math.PI / 2);

describe("how far classes lie from the others when they are left out", () => {
  test("classes alike have no spread", () => {
    for (const between of ["generation", "framework", "source"])
      expect(halfWidth(world(none, none), between)).toBeCloseTo(0, 9);
  });

  test("that of generations is of runs predicted with guesses, with Student's t", () => {
    const all = world(alternate(0.3), none);
    expect(halfWidth(all, "generation")).toBeCloseTo(0.3 * asNormal * studentQuantile(0.9, 4), 6);
    expect(halfWidth(all, "source")).toBeCloseTo(0, 9);
  });

  test("that of stacks without a name is of runs predicted without one", () => {
    const all = world(none, none);
    expect(halfWidth(all, "name")).toBeCloseTo(0.4 * asNormal * studentQuantile(0.9, 6), 6);
    expect(halfWidth(all, "framework")).toBeCloseTo(0, 9);
  });

  test("one odd class of many moves it less than it would a root of the mean square", () => {
    const all = world((at) => (at === 0 ? 2 : 0), none);
    expect(halfWidth(all, "generation")).toBeCloseTo(0.5 * asNormal * studentQuantile(0.9, 4), 6);
  });

  test("held-out runs say nothing", () => {
    const all = world(alternate(0.3), none);
    const held = all.map((run) => ({ ...run, heldOut: true, missed: { time: 9, memory: null }, guessed: 9 }));
    expect(halfWidth([...all, ...held], "generation")).toBeCloseTo(halfWidth(all, "generation"), 9);
  });

  test("of one class nothing can be said", () => {
    expect(spreadsOf(shiftsOf(runs(20, 0.1, { kind: { ...kind, traits: [] } }), pools))).toEqual([]);
  });
});

test("more of the classes lie inside at a higher level", () => {
  const at = (level: number) => halfWidth(world(alternate(0.3), none), "generation", level);
  expect(at(0.5)).toBeLessThan(at(0.8));
  expect(at(0.8)).toBeLessThan(at(0.9));
});
