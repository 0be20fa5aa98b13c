import { expect, test } from "vitest";
import { fnv1a } from "../../src/units/index.ts";

// draft-eastlake-fnv, appendix C.
test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["fo", 0x6222e842],
  ["foobar", 0xbf9cf968],
])("of %j is as published", (text, hash) =>
  expect(fnv1a(text.length, (at) => text.charCodeAt(at))).toBe(hash),
);

test("folds in a wide number whole", () => {
  expect(fnv1a(1, () => 0x1234)).not.toBe(fnv1a(1, () => 0x34));
});
