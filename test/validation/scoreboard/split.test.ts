import { expect, test } from "vitest";
import { partOf } from "../../../src/validation/statistics/split.ts";

// Test vectors of FNV-1a, 32 bits (draft-eastlake-fnv, appendix C): "" 811c9dc5, "a" e40c292c, "foobar" bf9cf968, "foo" a9f37ed7,
// "b" e70c2de5; "fo" 6222e842 is below 2^31.
test("is the highest bit of FNV-1a", () => {
  for (const id of ["", "a", "b", "foo", "foobar"]) expect(partOf(id)).toBe("held out");
  expect(partOf("fo")).toBe("fit");
});

test("halves a table", () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `vtrain-${i}`);
  const held = ids.filter((id) => partOf(id) === "held out").length;
  expect(held).toBeGreaterThan(400);
  expect(held).toBeLessThan(600);
});
