import { describe, expect, test } from "vitest";
import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import { shiftsOf, spreadsOf } from "../../src/uncertainty/spreads.ts";
import { studentQuantile } from "../../src/uncertainty/student.ts";
import { kind, runs } from "./runs.ts";

const stacks = ["a", "b", "c", "d", "e", "f"];
/** Six sources of nine runs each on every generation, off by `shift` of the generation and `own` of the source. */
const world = (shift: (index: number) => number, own: (index: number) => number): readonly MeasuredRun[] =>
  ["volta", "ampere", "hopper", "blackwell"].flatMap((architecture, at) =>
    stacks.flatMap((framework, index) =>
      runs(9, 0.02, {
        kind: { ...kind, architecture, framework },
        source: `${architecture} ${framework}`,
      }).map((run) => {
        const time = (run.time ?? 0) + own(at + index);
        return { ...run, time, guessed: time + shift(at) };
      }),
    ),
  );
const halfWidth = (all: readonly MeasuredRun[], between: string) =>
  spreadsOf(shiftsOf(all)).find((one) => one.between === between && one.of === "time")?.halfWidth ?? 0;
const alternate = (size: number) => (index: number) => (index % 2 ? size : -size);

describe("how far classes lie from the others when they are left out", () => {
  test("classes alike have no spread", () => {
    const all = world(
      () => 0,
      () => 0,
    );
    for (const between of ["generation", "framework", "source"])
      expect(halfWidth(all, between)).toBeCloseTo(0, 9);
  });

  test("that of generations is of runs predicted with guesses, the root of the mean square with Student's t", () => {
    const all = world(alternate(0.3), () => 0);
    expect(halfWidth(all, "generation")).toBeCloseTo(0.3 * studentQuantile(0.9, 4), 6);
    expect(halfWidth(all, "source")).toBeCloseTo(0, 9);
  });

  test("what sources differ by is not counted again for generations", () => {
    const found = spreadsOf(shiftsOf(world(() => 0, alternate(0.1))));
    const of = (between: string) => found.find((one) => one.between === between)?.halfWidth ?? 0;
    expect(of("source")).toBeGreaterThan(0.1);
    expect(of("generation")).toBeLessThan(of("source") / 2);
  });

  test("held-out runs say nothing", () => {
    const all = world(alternate(0.3), () => 0);
    const held = all.map((run) => ({ ...run, heldOut: true, time: 9, guessed: 9 }));
    expect(halfWidth([...all, ...held], "generation")).toBeCloseTo(halfWidth(all, "generation"), 9);
  });

  test("of one class nothing can be said", () => {
    expect(spreadsOf(shiftsOf(runs(20, 0.1)))).toEqual([]);
  });
});

test("more of the classes lie inside at a higher level", () => {
  const shifts = shiftsOf(world(alternate(0.3), () => 0));
  const at = (level: number) => spreadsOf(shifts, level)[0]?.halfWidth ?? 0;
  expect(at(0.5)).toBeLessThan(at(0.8));
  expect(at(0.8)).toBeLessThan(at(0.9));
});
