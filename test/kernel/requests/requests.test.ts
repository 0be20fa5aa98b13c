import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromCodePoints, toCodePoints } from "../../../src/kernel/requests/codePoints.ts";
import { history } from "../../../src/kernel/requests/history.ts";
import { progressBar } from "../../../src/kernel/requests/progressBar.ts";

describe("code points", () => {
  test.each([
    ["plan p", 4, 4],
    ["😀 x", 2, 1],
    ["😀 x", 4, 3],
    ["a😀b😀", 3, 2],
    ["short", 99, 5],
  ])("%j at UTF-16 offset %i is at %i", (text, offset, points) => {
    expect(toCodePoints(text, offset)).toBe(points);
  });

  test("there and back is the same place, in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, n) => {
        const points = n % ([...text].length + 1);
        expect(toCodePoints(text, fromCodePoints(text, points))).toBe(points);
      }),
    );
  });
});

describe("the bar of progress", () => {
  const found = "4.21 s: tp = 8 < 16";
  test("says what a search has found so far below it", () => {
    const bar = progressBar("best");
    expect(bar.bundle(0, 1, 2, found)["text/plain"]).toMatch(
      /50%, 1 of 2\nbest so far 4\.21 s: tp = 8 < 16$/,
    );
    expect(bar.bundle(0, 1, 2, found)["text/html"]).toContain("best so far 4.21 s: tp = 8 &#60; 16");
    expect(bar.bundle(0, 1, 2)["text/plain"]).not.toContain("best so far");
  });
});

describe("history", () => {
  const inputs = history();
  ["let a = 1", "a", "let b = 2", "a"].forEach((input, index) => {
    inputs.add(index + 1, input, input === "a" ? "1" : null);
  });

  test.each([
    [
      { hist_access_type: "tail", n: 2 },
      [
        [1, 3, "let b = 2"],
        [1, 4, "a"],
      ],
    ],
    [{ hist_access_type: "tail", n: 0 }, []],
    [{ hist_access_type: "tail", n: 1, output: true }, [[1, 4, ["a", "1"]]]],
    [
      { hist_access_type: "range", session: 0, start: 2, stop: 4 },
      [
        [1, 2, "a"],
        [1, 3, "let b = 2"],
      ],
    ],
    [{ hist_access_type: "range", session: 7, start: 0, stop: 9 }, []],
    [
      { hist_access_type: "search", pattern: "let ? =*", n: 10 },
      [
        [1, 1, "let a = 1"],
        [1, 3, "let b = 2"],
      ],
    ],
    [{ hist_access_type: "search", pattern: "a", unique: true, n: 10 }, [[1, 4, "a"]]],
    [{ hist_access_type: "search", pattern: "(" }, []],
  ])("%j", (request, expected) => {
    expect(inputs.answer(request)).toEqual(expected);
  });
});
