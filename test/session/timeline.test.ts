import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const session = memorySession();
cell(session, BASE);

test("a scenario's timeline is shown rank by rank", () => {
  const result = cell(session, "show t.timeline");
  expect(codes(result)).toEqual([]);
  const data = result.outputs[0]?.data as {
    seconds: number;
    ranks: { busy: number; sending: number; bubble: number }[];
  };
  expect(data.ranks.length).toBe(8);
  for (const { busy, sending, bubble } of data.ranks)
    expect(busy + sending + bubble).toBeCloseTo(data.seconds, 9);
});

test("and plotted as a Gantt chart, with a title of one's own", () => {
  const result = cell(session, 'plot t.timeline { title = "Mine" }');
  expect(codes(result)).toEqual([]);
  const [figure] = result.outputs[0]?.document.blocks ?? [];
  expect(figure?.kind === "figure" && [figure.title, figure.text.kind]).toEqual(["Mine", "gantt"]);
});

test("in the unit asked for", () => {
  const result = cell(session, "show t.timeline as ms\nplot t.timeline as ms");
  expect(codes(result)).toEqual([]);
  const [table, figure] = result.outputs.map((one) => one.document.blocks.at(-1));
  expect(table?.kind === "table" && table.columns[1]?.unit).toBe("ms");
  expect(figure?.kind === "figure" && figure.text.kind === "gantt" && figure.text.unit).toBe("ms");
  expect(codes(cell(session, "show t.timeline as GiB"))).toEqual(["wrong-unit"]);
});

test("a part of it is plotted, and what is no time is said", () => {
  const result = cell(session, "plot t.timeline { from = 100 ms, until = 200 ms }");
  expect(codes(result)).toEqual([]);
  const [figure] = result.outputs[0]?.document.blocks ?? [];
  expect(figure?.kind === "figure" && figure.caption).toContain("Drawn: 100");
  expect(codes(cell(session, "plot t.timeline { from = 1 GiB }"))).toEqual(["wrong-type"]);
});

test("who asks for timelines gets those that are shown or plotted", () => {
  const found: string[] = [];
  const listening = memorySession({}, { timeline: ({ name }) => found.push(name) });
  cell(listening, BASE);
  expect(codes(cell(listening, "show t.timeline\nplot t.timeline\nplot t.memory"))).toEqual([]);
  expect(found).toEqual(["t", "t"]);
});

test("a step of too many passes says so instead of filling the memory", () => {
  const result = cell(session, "plot (t with { plan.global_batch = 1Mi sequences }).timeline");
  expect(codes(result)).toContain("not-modelled");
  expect(result.diagnostics.find((one) => one.code === "not-modelled")?.message).toContain(
    "50,331,648 passes",
  );
});

test("it is explained, completed and documented like other results", () => {
  const explained = cell(session, "explain t.timeline");
  expect(explained.outputs[0]?.document.blocks.map((block) => block.kind)).toContain("tree");
  const text = "show t.timel";
  expect(JSON.stringify(session.complete(text, text.length))).toContain('"timeline"');
  expect(JSON.stringify(session.inspect("show t.timeline", 10))).toContain("which micro-batch");
});

test("several are figures one after another, and a word after it is unknown", () => {
  const two = cell(session, "plot t.timeline, (t with { plan.pp = 4 }).timeline");
  expect(codes(two)).toEqual([]);
  expect(two.outputs[0]?.document.blocks.length).toBe(2);
  expect(codes(cell(session, "show t.timeline.bubble"))).toEqual(["unknown-output"]);
});
