import { expect, test } from "vitest";
import { basisOf, lookupIn, type MeasuredRun, residualTable } from "../../src/uncertainty/index.ts";
import { at, kind, missedBy, runs } from "./runs.ts";

/** `n` sources of ten runs, each source off by its own, its runs scattered by `scatter` around it. */
const sources = (n: number, off: (index: number) => number, scatter: number): readonly MeasuredRun[] =>
  Array.from({ length: n }, (_, index) =>
    runs(10, scatter, { source: `source ${index}`, kind: { ...kind, traits: [] } }).map((run) => {
      const time = (run.missed.time ?? 0) + off(index);
      return { ...run, missed: { time, memory: null }, guessed: time, unnamed: time };
    }),
  ).flat();
const factor = (measured: readonly MeasuredRun[]) => residualTable(measured).factors[0]?.factor;
/** A spread of n points like that of a normal one is not needed: evenly from -1 to 1. */
const even = (n: number) => (index: number) => (2 * index) / (n - 1) - 1;

test("intervals of alike sources are not made wider, and never narrower", () => {
  expect(factor(sources(20, () => 0, 0.1))).toBe(1);
  expect(factor([])).toBeUndefined();
});

test("made without a source, with the factor, about four sources in five have four runs in five inside", () => {
  const all = sources(21, even(21), 0.05);
  const found = factor(all) ?? 0;
  const names = [...new Set(all.map(({ source }) => source))];
  const shares = names.map((name) => {
    const others = all.filter(({ source }) => source !== name);
    const table = residualTable(others);
    const bare = lookupIn({ ...table, factors: [{ of: "time", sources: 20, factor: found }] });
    const own = all.filter(({ source }) => source === name);
    const inside = own.filter((run) => {
      const subject = { kind: run.kind, sizes: run.sizes, device: "", guessed: false };
      const ends = basisOf(bare, "time", subject)?.ends;
      const value = run.missed.time ?? 0;
      return ends && ends.low <= value && value <= ends.high;
    });
    return inside.length / own.length;
  });
  const held = (most: number) => shares.filter((share) => share >= most).length / names.length;
  expect(held(0.8)).toBeGreaterThan(0.75);
  expect(held(0.8)).toBeLessThan(1);
});

test("held-out runs have no say", () => {
  const all = sources(9, even(9), 0.05);
  const odd = missedBy(9, { heldOut: true, source: "odd", sizes: at });
  expect(factor([...all, odd])).toBe(factor(all));
});
