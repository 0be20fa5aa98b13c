import { expect, test } from "vitest";
import { progressWords } from "../../src/session/world/progress.ts";

test.each([
  [0, 0, "searching"],
  [1_234, 0, "1,234"],
  [1_234, 3_000, "41%, 1,234 of 3,000"],
  // one of two searches is under way
  [0.83, 2, "41%, in 1 of 2"],
  [1.99, 2, "99%, in 2 of 2"],
  [2, 2, "100%, 2 of 2"],
])("%d of %d: %s", (done, total, words) => {
  expect(progressWords(done, total)).toBe(words);
});
