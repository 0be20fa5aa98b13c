import { expect, test } from "vitest";
import { cell, memorySession } from "../../support/memorySession.ts";

test("the text of a long expectation is cut in the middle, and keeps the value that is asked for", () => {
  const long = `(${Array.from({ length: 20 }, (_, at) => at).join(" + ")}) * 1 ms <= 250 ms`;
  const [{ text } = { text: "" }] = cell(memorySession(), `expect ${long}`).expectations;
  expect(text.length).toBeLessThanOrEqual(70);
  expect(text).toMatch(/^\(0 \+ 1 \+ [\d+ ]* … [\d+ ]*\) \* 1 ms <= 250 ms$/);
});

test("a short expectation is not cut", () => {
  const [{ text } = { text: "" }] = cell(memorySession(), "expect 1 ms + 2 ms <= 4 ms").expectations;
  expect(text).toBe("1 ms + 2 ms <= 4 ms");
});
