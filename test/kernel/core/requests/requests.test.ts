import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { JsonObject } from "../../../../src/kernel/core/protocol/message.ts";
import { cellOutputs } from "../../../../src/kernel/core/requests/cellOutputs.ts";
import { fromCodePoints, toCodePoints } from "../../../../src/kernel/core/requests/codePoints.ts";
import { history } from "../../../../src/kernel/core/requests/history.ts";
import { progressBar } from "../../../../src/kernel/core/requests/progressBar.ts";

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

const newId = (): string => "bar";

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

describe("the bar of progress before the number is known", () => {
  test("says that plans are counted, has no share, and is drawn once; then guesses from where counting ended", () => {
    const clock = vi.spyOn(performance, "now");
    onTestFinished(() => clock.mockRestore());
    const at = (ms: number) => clock.mockReturnValue(ms);
    at(0);
    const drawn: JsonObject[] = [];
    const { progress } = cellOutputs(
      (_, content) => drawn.push(content),
      {
        silent: false,
        console: false,
      },
      newId,
    );
    const text = (index: number) => (drawn[index]?.data as Record<string, string> | undefined) ?? {};
    at(299);
    progress(0, 0, "best");
    expect(drawn).toHaveLength(0);
    for (const ms of [300, 501, 702, 903]) {
      at(ms);
      progress(0, 0, "best");
    }
    expect(drawn).toHaveLength(1);
    expect(text(0)["text/plain"]).toBe("best ░░░░░░░░░░░░░░░░░░░░ searching");
    expect(text(0)["text/html"]).toContain("<progress aria-label");
    at(1_104);
    progress(700, 1_000, "best");
    expect(text(1)["text/html"]).toContain('<progress max="1000" value="700"');
    // One step is no pace: it takes several to guess.
    for (const [ms, done] of [
      [1_304, 702],
      [1_504, 704],
      [1_704, 706],
      [1_904, 708],
    ] as const) {
      at(ms);
      progress(done, 1_000, "best");
    }
    expect(drawn.every((_, index) => !String(text(index)["text/plain"]).includes("left"))).toBe(true);
    at(2_103);
    progress(710, 1_000, "best");
    at(2_204);
    progress(711, 1_000, "best");
    expect(text(drawn.length - 1)["text/plain"]).toMatch(/71%, 711 of 1,000, 29 s left$/);
    for (const [ms, done] of [
      [2_403, 713],
      [2_603, 715],
      [2_803, 717],
      [3_003, 719],
      [3_204, 720],
    ] as const) {
      at(ms);
      progress(done, 1_000, "best");
    }
    expect(text(drawn.length - 1)["text/plain"]).toContain("72%, 720 of 1,000, 29 s left");
  });
});

describe("the bar of progress in a console", () => {
  test("is a line of a stream that is written over, and blank again before the next output", () => {
    const clock = vi.spyOn(performance, "now");
    onTestFinished(() => clock.mockRestore());
    const at = (ms: number) => clock.mockReturnValue(ms);
    at(0);
    const sent: string[] = [];
    const outputs = cellOutputs(
      (type, { text, data }) => sent.push(`${type} ${String(text ?? JSON.stringify(data))}`),
      { silent: false, console: true },
      newId,
    );
    at(300);
    outputs.progress(1, 2, "best", "4.21 s: tp = 8, sequence_parallel = true, zero = 1");
    at(600);
    outputs.progress(0, 0, "b");
    outputs.stdout("done\n");
    const [first = "", second = "", ...rest] = sent;
    expect(first).toMatch(/^stream \rbest █{10}░{10} 50%, 1 of 2, best so far 4\.21 s: tp = 8, seq.*…$/);
    expect(first).toHaveLength("stream \r".length + 79);
    // what the longer line left is blank
    expect(second).toBe(`stream \r${"b ░░░░░░░░░░░░░░░░░░░░ searching".padEnd(79)}`);
    expect(rest).toEqual([`stream \r${" ".repeat(32)}\r`, "stream done\n"]);
    outputs.finish();
    expect(sent).toHaveLength(4);
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
