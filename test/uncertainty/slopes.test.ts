import { expect, test } from "vitest";
import type { MeasuredRun } from "../../src/uncertainty/index.ts";
import { slopesOf } from "../../src/uncertainty/slopes.ts";
import { at, missedBy } from "./runs.ts";

/** Runs of one source on 8, 16 … devices that drift by `slope` a doubling. */
const drifting = (source: string, slope: number, most = 4): readonly MeasuredRun[] =>
  Array.from({ length: most }, (_, step) =>
    missedBy(0.5 + slope * step, { source, sizes: { ...at, devices: 8 * 2 ** step } }),
  );
const devices = (runs: readonly MeasuredRun[], level?: number) =>
  slopesOf(runs, level).find(({ size }) => size === "devices");

test("half of the sources drift by less, either way; one vote a source", () => {
  const sources = [0.01, -0.02, 0.03].flatMap((slope, index) => drifting(`source ${index}`, slope));
  const found = devices([...sources, ...drifting("large", 0.9, 12)]);
  expect(found?.sources).toBe(4);
  expect(found?.perDoubling).toBeCloseTo(0.025, 9);
  // Sources' own middles are 8 * 2^1.5 three times, by halves of 16 and 32, and the large one's.
  expect(found?.middle).toBeCloseTo(24, 9);
});

test("a source that does not vary a size, or has two runs, says nothing of it", () => {
  expect(devices(drifting("pair", 0.1, 2))).toBeUndefined();
  expect(slopesOf(drifting("one", 0.1)).map(({ size }) => size)).toEqual(["devices"]);
});

test("held-out runs say nothing, and memory has slopes of its own", () => {
  const held = drifting("held", 0.5).map((run) => ({ ...run, heldOut: true }));
  expect(devices([...drifting("fit", 0.01), ...held])?.perDoubling).toBeCloseTo(0.01, 9);
  expect(slopesOf(drifting("fit", 0.01)).every(({ of }) => of === "time")).toBe(true);
});

test("more at a higher level", () => {
  const runs = drifting("one", 0.02);
  expect(devices(runs, 0.5)?.perDoubling).toBeLessThan(0.02);
  expect(devices(runs, 0.9)?.perDoubling).toBeGreaterThan(0.02);
});
