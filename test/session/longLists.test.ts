import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

/** Characters of all texts whose white space is collapsed while a sweep over a list of `count` items is made. */
function collapsed(count: number): number {
  const items = Array.from({ length: count }, (_, i) => `${100 + i} Gb/s`);
  const session = memorySession();
  cell(session, BASE);
  const { replace } = String.prototype;
  let characters = 0;
  String.prototype.replace = function (this: string, ...given: [never, never]) {
    if (String(given[0]) === "/\\s+/g") characters += this.length;
    return replace.apply(this, given);
  } as typeof replace;
  try {
    const result = cell(session, `sweep w = t for cluster.scale_out.nic in [${items.join(", ")}]`);
    expect(codes(result)).toEqual([]);
  } finally {
    String.prototype.replace = replace;
  }
  return characters;
}

test("a sweep over a literal list handles texts whose length grows with the list, not with its square", () => {
  const [few, many] = [collapsed(50), collapsed(400)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(2 * (400 / 50) * few);
});
