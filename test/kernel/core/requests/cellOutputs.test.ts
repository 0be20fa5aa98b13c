import { describe, expect, test } from "vitest";
import { type CellOutputs, cellOutputs } from "../../../../src/kernel/core/requests/cellOutputs.ts";

function shownBy(cell: (outputs: CellOutputs) => void): readonly Readonly<Record<string, unknown>>[] {
  const contents: Readonly<Record<string, unknown>>[] = [];
  cell(
    cellOutputs(
      (_type, content) => contents.push(content),
      { silent: false, console: false },
      () => "id",
    ),
  );
  return contents;
}

describe("a cell without an end", () => {
  test("prints 16 MiB, is told that the rest is dropped, and fills no memory", () => {
    const text = "x".repeat(2 ** 20);
    const shown = shownBy(({ stdout }) => {
      for (let i = 0; i < 1_000; i++) stdout(text);
    });
    expect(shown.length).toBe(17);
    expect(shown.at(-1)?.text).toBe(
      "\nThe cell has shown 16 MiB of text, which is the limit. Its further output is dropped.\n",
    );
  });

  test("shows 10,000 outputs and no more", () => {
    const shown = shownBy(({ display }) => {
      for (let i = 0; i < 30_000; i++) display({ "text/plain": "x" });
    });
    expect(shown.length).toBe(10_001);
    expect(shown.at(-1)?.text).toContain("The cell has shown 10,000 outputs");
  });
});
