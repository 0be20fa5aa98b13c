import { expect, test } from "vitest";
import type { Output } from "../../src/session/index.ts";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const RUNS = [
  "run,Nodes,step time [s],memory,peak rate (TFLOP/s),plan",
  '"a, first",8,1.5,70 GiB,400,tp8',
  "b,16,,72 GiB,+420.5,",
  "",
  'c,32,0.5,"0.075 TB",,"say ""x"""',
].join("\r\n");
const IMPORT = 'import runs from "./runs.csv"\n';

function session(csv = RUNS) {
  const s = memorySession({ "runs.csv": csv });
  return { s, first: cell(s, IMPORT) };
}

function dataOf(outputs: readonly Output[]): unknown {
  return outputs[0]?.data;
}

test("rows become a table: names, units, quantities, numbers, text and blanks", () => {
  const { s, first } = session();
  expect(codes(first)).toEqual([]);
  expect(dataOf(cell(s, "show runs").outputs)).toEqual({
    name: "runs",
    columns: [
      { title: "run", unit: null },
      { title: "Nodes", unit: "1" },
      { title: "step_time", unit: "s" },
      { title: "memory", unit: "B" },
      { title: "peak_rate", unit: "FLOP/s" },
      { title: "plan", unit: null },
    ],
    rows: [
      ["a, first", 8, 1.5, 70 * 2 ** 30, 400e12, "tp8"],
      ["b", 16, null, 72 * 2 ** 30, 420.5e12, null],
      ["c", 32, 0.5, 75e9, null, 'say "x"'],
    ],
  });
});

test("columns are lists, and blanks are passed over", () => {
  const { s } = session();
  expect(shown(s, "first(runs.step_time)")).toBe(1.5);
  expect(shown(s, "max(runs.memory)")).toBe(72 * 2 ** 30);
  expect(shown(s, "min(runs.step_time)")).toBe(0.5);
  expect(shown(s, "sum(runs.Nodes)")).toBe(56);
  expect(shown(s, "length(runs)")).toBe(3);
  expect(shown(s, "runs.nodes")).toEqual(["unknown-field"]);
  expect(s.names().at(-1)).toEqual({
    name: "runs",
    kind: "table",
    detail: "3 rows: run, Nodes, step_time, memory, peak_rate, plan",
    value: "3 rows",
    from: expect.stringMatching(/^\[/),
  });
});

test("columns are worked out on every row; what reads a blank is blank", () => {
  const { s } = session();
  const text = "show runs { run, node_time = step_time * Nodes, share = first(Nodes) / Nodes }";
  expect(dataOf(cell(s, text).outputs)).toMatchObject({
    rows: [
      ["a, first", 12, 1],
      ["b", null, 0.5],
      ["c", 16, 0.25],
    ],
  });
  expect(codes(cell(s, "show runs { mfu }"))).toEqual(["unknown-name"]);
});

test("a table of rows is plotted, its first columns of numbers where nothing is said", () => {
  const { s } = session();
  const asked = cell(s, "plot runs { x = Nodes, y = step_time, color = plan }");
  expect(codes(asked)).toEqual([]);
  expect(asked.outputs.map((one) => one.kind)).toEqual(["plot"]);
  const usual = dataOf(cell(s, "plot runs").outputs);
  expect(JSON.stringify(usual)).toContain('"x":[8,16,32],"y":[1.5,null,0.5]');
  expect(codes(cell(s, "plot runs { x = Nodes, y = run }"))).toEqual(["wrong-type"]);
  const words = JSON.stringify(dataOf(cell(s, "plot runs { x = run, y = Nodes }").outputs));
  expect(words).toContain('"type":"bar"');
});

test("a changed file is read again; the same file makes nothing stale", () => {
  const files: Record<string, string> = { "runs.csv": "n\n1\n" };
  const s = memorySession(files);
  cell(s, IMPORT);
  cell(s, "show runs.n", "[2]");
  expect(cell(s, IMPORT).outputs).toEqual([]);
  files["runs.csv"] = "n\n5\n";
  expect(cell(s, IMPORT).outputs.map((one) => one.kind)).toEqual(["note"]);
  expect(shown(s, "first(runs.n)")).toBe(5);
});

test.each<[string, string[]]>([
  ["a,b\n1,2\n3\n4,5,6\n", ["malformed-row 3", "malformed-row 4,5,6"]],
  ['a,b\n1,"2\n3,4\n', ['malformed-row "']],
  ['a,b\n"1"2,3\n', ['malformed-row "1"']],
  ["", ["malformed-row "]],
  ["t [sek],b\n1,2\n", ["unknown-unit t [sek]"]],
  ["a,b,a (s)\n1,2,3\n", ["duplicate-definition a (s)"]],
  ["t [s]\n1\n80 GiB\n", ["wrong-unit 80 GiB"]],
  [`n\n${"1\n".repeat(100_001)}`, ["too-many-rows n"]],
  [`n\n${"x".repeat(1_000_001)}\n`, ["too-large "]],
])("mistakes have their places, case %#", (csv, wanted) => {
  const { first, s } = session(csv);
  const said = first.diagnostics.map(({ code, place }) => {
    const inFile = place && place.source.name === "runs.csv";
    return `${code} ${inFile ? place.source.text.slice(place.span.start, place.span.end) : ""}`;
  });
  expect(said.sort()).toEqual([...wanted].sort());
  expect(codes(cell(s, "show runs"))).toEqual(["unknown-name"]);
});

test("points and the line of equals", () => {
  const { s } = session();
  const asked = cell(s, "plot runs { x = Nodes, y = step_time, marks = points, ideal = equal }");
  expect(codes(asked)).toEqual([]);
  const drawn = JSON.stringify(dataOf(asked.outputs));
  expect(drawn).toContain('"mode":"markers"');
  expect(drawn).toContain('"name":"ideal","x":[8,32],"y":[8,32]');
  expect(codes(cell(s, "plot runs { x = Nodes, y = step_time, marks = dots }"))).toEqual(["unknown-word"]);
  expect(codes(cell(s, "plot runs { x = Nodes, y = step_time, marks = 3 }"))).toEqual(["wrong-type"]);
});
