import { expect, test } from "vitest";
import { scaleOf } from "../../src/calibration/scale.ts";
import { type FieldRow, kindRow } from "../../src/dsl/schema/index.ts";

const field = (name: string): FieldRow => {
  const found = kindRow("device").fields.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

test("a step is a factor of 2, of 4/3 for a share, and no step leaves the limits", () => {
  const launch = scaleOf(field("launch"), 10e-6);
  expect(launch.valueAt(1)).toBeCloseTo(20e-6, 12);
  expect(launch.valueAt(-1)).toBeCloseTo(5e-6, 12);
  expect(launch.valueAt(launch.most + 3)).toBe(field("launch").calibrated?.[1]);
  const share = scaleOf(field("gemm_efficiency"), 0.6);
  expect(share.valueAt(1)).toBeCloseTo(0.8, 12);
  expect(share.valueAt(share.most)).toBeCloseTo(1, 12);
  expect(share.valueAt(9)).toBe(1);
  expect(share.valueAt(share.least)).toBeCloseTo(0.05, 12);
});

test("no step is exactly the start, even at or beyond a limit", () => {
  for (const start of [0, 0.05, 0.3, 1, 1.2])
    expect(scaleOf(field("gemm_efficiency"), start).valueAt(0)).toBe(start);
});

test("a constant of 0 can leave it, and reaches its limit in four steps", () => {
  const scale = scaleOf(field("launch"), 0);
  expect(scale.valueAt(-1)).toBe(0);
  expect(scale.valueAt(0.001)).toBeGreaterThan(0);
  expect(scale.valueAt(0.001)).toBeLessThan(1e-9);
  expect(scale.valueAt(scale.most)).toBeCloseTo(2e-4, 12);
});
