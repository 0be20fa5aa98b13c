import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const session = memorySession();
cell(session, BASE);

test("a scenario's kernels are a table with the roofs above it, in the unit asked for", () => {
  const result = cell(session, "show t.roofline as GFLOP/s");
  expect(codes(result)).toEqual([]);
  const table = result.outputs[0]?.document.blocks.at(-1);
  expect(table?.kind === "table" && table.caption).toContain("memory 2.039 TB/s");
  expect(
    table?.kind === "table" &&
      table.rows
        .at(0)
        ?.map(({ text }) => text)
        .join(" "),
  ).toContain("GFLOP/s");
  expect(codes(cell(session, "show t.roofline as GiB"))).toEqual(["wrong-unit"]);
});

test("and a figure with a bar for each in a terminal, in TFLOP/s", () => {
  const result = cell(session, 'plot t.roofline { title = "Mine" }');
  expect(codes(result)).toEqual([]);
  const [figure] = result.outputs[0]?.document.blocks ?? [];
  if (figure?.kind !== "figure" || figure.text.kind !== "bars") throw new Error("no bars");
  expect([figure.title, figure.text.unit, figure.text.limit?.label]).toEqual([
    "Mine",
    "TFLOP/s",
    "bf16 312 TFLOP/s",
  ]);
});

test("it is explained, completed and documented like other results", () => {
  const explained = cell(session, "explain t.roofline");
  expect(explained.outputs[0]?.document.blocks.map((block) => block.kind)).toContain("tree");
  const text = "show t.roofl";
  expect(JSON.stringify(session.complete(text, text.length))).toContain('"roofline"');
  expect(JSON.stringify(session.inspect("show t.roofline", 10))).toContain(
    "against the device's memory bandwidth and peak rates",
  );
  expect(codes(cell(session, "show t.roofline.memory"))).toEqual(["unknown-output"]);
});
