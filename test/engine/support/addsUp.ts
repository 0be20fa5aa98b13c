import { expect } from "vitest";
import type { Breakdown } from "../../../src/engine/estimate/breakdown.ts";

/** Parts sum to what they are parts of, on every level. */
export function addsUp(tree: Breakdown): void {
  if (tree.parts.length === 0) return;
  expect(tree.parts.reduce((sum, one) => sum + one.value, 0) / tree.value).toBeCloseTo(1, 12);
  tree.parts.forEach(addsUp);
}
