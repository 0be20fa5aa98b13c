import { describe, expect, test } from "vitest";
import { cellChecks } from "../../../src/kernel/core/cells/cellChecks.ts";
import { belowFolder } from "../../../src/web/runtime/belowFolder.ts";
import { shownDiagnostic } from "../../../src/web/runtime/shownDiagnostic.ts";
import { textWorld } from "../../../src/web/world/textWorld.ts";

const texts = new Map([
  ["runs/data.csv", "size,loss\n1,2\n2,1\n"],
  ["shared.dtp", "let shared = 3\n"],
]);
const world = textWorld(
  { versions: { engine: "1", std: "2026.1" }, libraryNames: [], library: () => undefined },
  texts,
  () => [],
  () => "runs/notes.ipynb",
);
const never = (): boolean => false;
const check = (cells: readonly string[], budget = 60_000, stopped = never) =>
  cellChecks(belowFolder(world, texts), stopped, { cells, budget }).map((all) => all.map(shownDiagnostic));
/** Codes of the mistakes that each cell shows, with the words they are about. */
const codes = (cells: readonly string[], budget?: number) =>
  check(cells, budget).map((found) =>
    found.map(({ code, range }) => {
      const text = cells[Number(range?.file.split(" ")[1]) - 1] ?? "";
      return `${code} ${text.slice(range?.start, range?.end)}`;
    }),
  );

describe("the checks of a notebook's cells", () => {
  test("know the cells above, and not those below", () => {
    expect(codes(["let a = 2\nshow b", "let b = a * 3\nshow b", "show a, b, c"])).toEqual([
      ["unknown-name b"],
      [],
      ["unknown-name c"],
    ]);
  });

  test("do not blame a cell for a mistake above it", () => {
    expect(codes(["let a = 2 GiB + 1 s\nlet b = 1", "show a + b", "let c = (", "show c, d"])).toEqual([
      ["dimension-mismatch 2 GiB + 1 s"],
      [],
      ["unclosed ("],
      ["unknown-name d"],
    ]);
  });

  test("tell every cell that reads a name which nothing defines", () => {
    expect(codes(["show base", "show base", "let x = base\nlet y = 1", "show x, y"])).toEqual([
      ["unknown-name base"],
      ["unknown-name base"],
      ["unknown-name base"],
      [],
    ]);
  });

  test("take a redefinition, and what a cell of TypeScript may define", () => {
    expect(codes(["let a = 1", "let a = 2 GiB", "show a + 1 GiB"])).toEqual([[], [], []]);
    const made = ["%%ts\ndtp`let made = 4`", "show made", "show other"];
    expect(codes(made)).toEqual([[], [], ["unknown-name other"]]);
  });

  test("read magics as the kernel does", () => {
    const [first] = check(["%rest\nshow 1"]);
    expect(first).toMatchObject([
      { code: "unknown-magic", fix: { file: "cell 1", start: 0, end: 5, text: "%reset" } },
    ]);
    expect(codes(["let a = 1", "%reset\nshow a", "a?"])).toEqual([[], ["unknown-name a"], []]);
  });

  test("read files of the notebook's folder, and none above it", () => {
    expect(codes(['import data from "./data.csv"\nshow data', 'import shared from "../shared.dtp"'])).toEqual(
      [[], ['import-outside-project "../shared.dtp"']],
    );
  });

  test("end by their budget, with the mistakes in definitions", () => {
    const cells = ["let a = totl", "show missing", "let b = totl"];
    expect(codes(cells, -1)).toEqual([["unknown-name totl"], [], ["unknown-name totl"]]);
    expect(codes(cells)).toEqual([["unknown-name totl"], ["unknown-name missing"], ["unknown-name totl"]]);
    expect(check(cells, 60_000, () => true)).toEqual([[], [], []]);
  });
});
