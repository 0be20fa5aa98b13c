import { expect, test } from "vitest";
import type { Table } from "../../../src/report/document/document.ts";
import { toText } from "../../../src/report/index.ts";

const cell = (text: string) => ({ text, value: text });
const column = (title: string, align: "left" | "right" = "left") => ({ title, align });
const linesOf = (table: Table, width: number) =>
  toText({ blocks: [table] }, { width })
    .trimEnd()
    .split("\n");

const sends: Table = {
  kind: "table",
  columns: [
    ...["dim", "operation", "of"].map((title) => column(title)),
    ...["seconds", "calls"].map((title) => column(title, "right")),
  ],
  rows: [
    ["tp", "all-gather", "activations of the layer", "0.795", "2,304"].map(cell),
    ["tp", "reduce-scatter", "activations of the layer", "0.795", "2,304"].map(cell),
    ["dp", "all-reduce", "gradients", "0.238", "1"].map(cell),
  ],
};

test("words give way until the table is one, also below their usual width", () => {
  expect(linesOf(sends, 48)).toEqual([
    "dim  operation       of           seconds  calls",
    "────────────────────────────────────────────────",
    "tp   all-gather      activations    0.795  2,304",
    "                     of the",
    "                     layer",
    "tp   reduce-scatter  activations    0.795  2,304",
    "                     of the",
    "                     layer",
    "dp   all-reduce      gradients      0.238      1",
  ]);
});

test("columns that continue below say again what tells the rows apart", () => {
  const heads = linesOf(sends, 40).filter((line) => line.startsWith("dim"));
  expect(heads).toHaveLength(2);
  for (const head of heads) expect(head).toMatch(/^dim {2}operation /);
});

const remarked: Table = {
  kind: "table",
  columns: [column("nodes", "right"), column("step", "right"), { ...column("why not"), remark: true }],
  rows: [
    [cell("8"), cell("15.02"), { text: "–" }],
    [cell("16"), { text: "–" }, cell("nothing works here: 10 × over memory; 6 × not divisible")],
  ],
};

test("a remark stands beside its row where there is room, and else below it", () => {
  expect(linesOf(remarked, 80).at(-1)).toBe(
    "   16      –  nothing works here: 10 × over memory; 6 × not divisible",
  );
  expect(linesOf(remarked, 50)).toEqual([
    "nodes   step",
    "────────────",
    "    8  15.02",
    "   16      –",
    "      ↳ nothing works here: 10 × over memory; 6 ×",
    "        not divisible",
  ]);
});

const searched: Table = {
  kind: "table",
  columns: ["rank", "plan.sequence_parallel", "plan.tp", "step_time (s)"].map((title) =>
    column(title, "right"),
  ),
  rows: [["1", "true", "8", "6.51"].map(cell), ["1", "false", "2", "8.14"].map(cell)],
};

test("heads of paths are broken behind dots, and behind underscores where they are long, rather than columns continued", () => {
  expect(linesOf(searched, 80)[0]).toBe("rank  plan.sequence_parallel  plan.tp  step_time (s)");
  expect(linesOf(searched, 40)).toEqual([
    "          plan.",
    "      sequence_  plan.  step_time",
    "rank   parallel     tp        (s)",
    "─────────────────────────────────",
    "   1       true      8       6.51",
    "   1      false      2       8.14",
  ]);
});

test("columns of numbers that tell rows apart are said again too, not only the first", () => {
  const long = { ...column("plan.schedule", "right") };
  const rows = Array.from(searched.rows, (row) => [...row, cell("interleaved_1f1b")]);
  const heads = linesOf({ ...searched, columns: [...searched.columns, long], rows }, 40);
  expect(heads.filter((line) => line.startsWith("rank"))).toEqual([
    "rank   parallel     tp        (s)",
    "rank   parallel     plan.schedule",
  ]);
});

test("names that are longer than the width are broken behind their underscores where that makes the table one", () => {
  const name = "deep_pipeline_of_eight_stages_with_one";
  const table: Table = {
    kind: "table",
    columns: [column("below"), column("at", "right")],
    rows: [[cell(name), cell("403.0")]],
  };
  expect(linesOf(table, 60).at(-1)).toBe(`${name}  403.0`);
  expect(linesOf(table, 40).slice(2)).toEqual(["deep_pipeline_of_eight_stages_  403.0", "with_one"]);
});
