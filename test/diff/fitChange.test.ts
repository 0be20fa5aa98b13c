import { expect, test } from "vitest";
import { fitChange } from "../../src/diff/fitChange.ts";
import type { Point } from "../../src/diff/point.ts";

const point = (fits: string): Point => ({ key: "", numbers: {}, fits, settings: new Map(), why: null });

test.each([
  ["no", "yes", "good", "fits its devices now"],
  ["maybe", "no", "bad", "no longer fits its devices"],
  ["yes", "maybe", "warning", "may not fit its devices now; it fitted before"],
  ["no", "maybe", "warning", "may not fit its devices now; it did not fit before"],
] as const)("from %s to %s", (old, now, tone, text) => {
  expect(fitChange(point(old), point(now))).toEqual({ kind: "verdict", tone, text });
  expect(fitChange(point(old), point(now), "nodes = 8").text).toBe(`nodes = 8: ${text}`);
});
