import { expect, test } from "vitest";
import { type Figure, toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

const START = `${BASE}
let u = t with { plan.vpp = 1, plan.schedule = 1f1b, plan.tokens = 300B tokens, cluster.price = $2/GPU-hour }
`;
const PART = `for plan.tp in [4, 8]
  for plan.cp in [1]
  for plan.pp in [4, 8]
  for plan.schedule in [1f1b, gpipe]
  for plan.micro_batch in [1, 2]
  for plan.offload in [none]`;
const WRITTEN_OUT = `for plan.tp in [4, 8]
  for plan.sequence_parallel in [true, false]
  for plan.pp in [4, 8]
  for plan.schedule in [1f1b, gpipe]
  for plan.micro_batch in [1, 2]
  for plan.recompute in [none, full]
  for plan.zero in [0, 1, 2, 3]`;

function session(text: string) {
  const s = memorySession();
  return { s, result: cell(s, START + text) };
}
type Cells = readonly (readonly unknown[])[];
const rows = (s: ReturnType<typeof memorySession>, columns: string) =>
  (shown(s, columns) as { rows: Cells }).rows;

/** The rows that no other is as good as in both columns and better than in one. */
function frontByForce(all: Cells): Cells {
  const pairs = all.map(([a, b]) => [Number(a), Number(b)] as const);
  const front = pairs.filter(([a, b]) => !pairs.some(([c, d]) => c <= a && d <= b && (c < a || d < b)));
  return [...new Map(front.map((one) => [one.join(" "), [...one]])).values()].sort(
    ([a = 0], [b = 0]) => a - b,
  );
}

test.each([
  ["step_time, memory.peak", "two bounded aims"],
  ["memory.activations, step_time", "one that has no bound"],
])("the front of a part of the plan space is that of all its plans: %s", (aims) => {
  const { s, result } = session(`
sweep all = u ${WRITTEN_OUT} where memory.fits
search part = u for plan in all ${PART} pareto ${aims}
search product = u ${WRITTEN_OUT} pareto ${aims}`);
  expect(codes(result)).toEqual([]);
  const front = frontByForce(rows(s, `all { ${aims} }`));
  expect(front.length).toBeGreaterThan(1);
  expect(rows(s, `product { ${aims} }`)).toEqual(front);
  expect(rows(s, `part { ${aims} }`)).toEqual(front);
});

test("the best at every scale goes through the plan space of each", () => {
  const { s, result } = session(`
search scales = u for plan in all ${PART} for cluster.nodes in [8, 12, 16] minimize step_time keep 1 per cluster.nodes
search eight = u for plan in all ${PART} minimize step_time keep 1
search twelve = (u with { cluster.nodes = 12 }) for plan in all ${PART} minimize step_time keep 1
search sixteen = (u with { cluster.nodes = 16 }) for plan in all ${PART} minimize step_time keep 1`);
  expect(codes(result)).toEqual(["empty-sweep"]);
  const columns = "{ cluster.nodes, plan.tp, plan.pp, plan.micro_batch, step_time }";
  const [eight, sixteen] = ["eight", "sixteen"].flatMap((one) => rows(s, `${one} ${columns}`));
  // 96 devices leave no way to cut 64 sequences: that size is shown, and says why nothing works there.
  const nothing = expect.stringMatching(/^no feasible plan here: \d+ × batch not divisible/);
  expect(rows(s, `scales ${columns}`)).toEqual([
    [...(eight ?? []), null],
    [12, null, null, null, null, nothing],
    [...(sixteen ?? []), null],
  ]);
});

test("a front over clusters weighs the best of each", () => {
  const { s, result } = session(`
search front = u for plan in all ${PART} for cluster.nodes in [8, 16, 32] pareto time_to_train, cost
search each = u for plan in all ${PART} for cluster.nodes in [8, 16, 32] minimize step_time keep 1 per cluster.nodes`);
  expect(codes(result)).toEqual([]);
  const found = rows(s, "front { time_to_train, cost }");
  expect(found).toEqual(frontByForce(rows(s, "each { time_to_train, cost }")));
});

test("columns of a table per size begin at its first kept row", () => {
  const { s } = session(`
search scales = u ${WRITTEN_OUT} for cluster.nodes in [8, 16] minimize step_time keep 1 per cluster.nodes
  derive speedup = first(step_time) / step_time`);
  const [first, second] = rows(s, "scales { speedup, rank }");
  expect(first).toEqual([1, 1]);
  expect(Number(second?.[0])).toBeGreaterThan(1.5);
  expect(second?.[1]).toBe(1);
});

test("whole parts are gone through by name", () => {
  const { s, result } = session(`
plan q = p with { tp = 4 }
sweep two = t for plan in [p, q]`);
  expect(codes(result)).toEqual([]);
  expect(rows(s, "two { plan, plan.tp }")).toEqual([
    ["p", 8],
    ["q", 4],
  ]);
});

test("what `per` names must be varied, and a table has one aim", () => {
  expect(codes(session("search x = u for plan.tp in [4, 8] keep 1 per cluster.nodes").result)).toEqual([
    "per-not-swept",
  ]);
  expect(
    codes(session("search x = u for plan.tp in [4, 8] minimize step_time pareto mfu, cost").result),
  ).toEqual(["syntax"]);
});

const figureOf = (text: string): Figure | undefined => {
  const { result } = session(text);
  const blocks = result.outputs.find(({ kind }) => kind === "plot")?.document.blocks ?? [];
  return blocks.find((block): block is Figure => block.kind === "figure");
};

test("a front is drawn in steps over its two aims", () => {
  const figure = figureOf(`search front = u ${WRITTEN_OUT} pareto step_time, memory.peak\nplot front`);
  expect(figure?.title).toBe("peak memory over step time");
  expect(figure?.data[0]).toMatchObject({ line: { shape: "hv" } });
  // each point by its plan, told from all others
  const { key } = (figure?.text.kind === "lines" && figure.text.numbered) || { key: [] };
  expect(key.length).toBeGreaterThan(2);
  expect(new Set(key.map((line) => line.replace(/^\d+\. /, ""))).size).toBe(key.length);
  expect(key[0]).toMatch(/^1\. tp \d · pp \d · dp \d+/);
});

test("three aims are drawn with the third as a colour; what is varied beside plans names points too", () => {
  const front = `search front = u ${WRITTEN_OUT} for cluster.nodes in [8, 16] where plan.zero == 1 where plan.micro_batch == 1 pareto time_to_train, cost, memory.peak\n`;
  const figure = figureOf(`${front}plot front`);
  expect(figure?.title).toBe("cost over time to train, by peak memory");
  const { key } = (figure?.text.kind === "lines" && figure.text.numbered) || { key: [] };
  expect(key[0]).toMatch(/^1\. tp \d · pp \d · dp \d+ · ZeRO 1 · nodes 16.*, [\d.]+ GiB$/);
  // What a plot asks for is drawn as lines are.
  expect(figureOf(`${front}plot front { x = step_time, y = mfu }`)?.title).toBe("MFU over step time");
});

test("what is best over two inputs is a phase diagram, each region named", () => {
  const figure = figureOf(`search phases = u ${WRITTEN_OUT}
  for plan.seq_len in [1_024, 2_048]
  for cluster.nodes in [8, 16]
  minimize step_time
  keep 2 per plan.seq_len, cluster.nodes
plot phases { color = plan.tp }`);
  expect(figure?.title).toBe("tensor-parallel degree over nodes and sequence length");
  expect(figure?.layout.shapes).toHaveLength(4);
  const names = ((figure?.layout.annotations ?? []) as readonly { text: string }[]).map(({ text }) => text);
  expect(names.every((name) => ["4", "8"].includes(name))).toBe(true);
});

test("in a terminal a phase diagram is a grid of letters, with what each stands for", () => {
  const figure = figureOf(`search phases = u ${WRITTEN_OUT}
  for plan.seq_len in [1_024, 2_048]
  for cluster.nodes in [1, 8, 16]
  minimize step_time
  keep 1 per plan.seq_len, cluster.nodes
plot phases { color = plan.tp }`);
  const lines = toText({ blocks: figure ? [figure] : [] }).split("\n");
  const cellText = "[A-Z] [\\d.]+ \\w+ *";
  expect(lines[1]).toMatch(new RegExp(`^2,048  –  +${cellText}${cellText}$`));
  expect(lines[2]).toMatch(new RegExp(`^1,024  –  +${cellText}${cellText}$`));
  expect(lines[3]?.trim().split(/ +/)).toEqual(["1", "8", "16"]);
  expect(lines.at(-1)).toBe("–  no feasible plan");
});

test("the best plans of a search are bars, each with where its time goes, or its memory", () => {
  const text = `search best = u ${WRITTEN_OUT} minimize step_time keep 3
search low = u ${WRITTEN_OUT} minimize memory.peak keep 3
`;
  const figure = figureOf(`${text}plot best`);
  const labels = figure?.data[0]?.y as readonly string[];
  expect(labels).toHaveLength(3);
  expect(labels[0]).toMatch(/^1\. tp \d/);
  expect(new Set(labels.map((label) => label.replace(/^\d\. /, ""))).size).toBe(3);
  const { s } = session(text);
  const total = (at: number): number =>
    (figure?.data ?? []).reduce((sum, { x }) => sum + ((x as readonly number[])[at] ?? 0), 0);
  const times = rows(s, "best { step_time }").flat().map(Number);
  for (const [at, time] of times.entries()) expect(total(at)).toBeCloseTo(time, 3);
  expect(figureOf(`${text}plot low`)?.title).toMatch(/memory/);
  // Axes that are asked for are drawn.
  expect(figureOf(`${text}plot best { x = rank, y = mfu }`)?.title).toBe("MFU over rank");
});

test("alternatives are lines over the number that is swept beside them", () => {
  const text = `plan q = p with { tp = 4 }
sweep race = u for plan in [p, q] for cluster.scale_up.bandwidth in [100 GB/s, 300 GB/s]
plot race`;
  const figure = figureOf(text);
  expect(figure?.title).toBe("step time over bandwidth inside a node");
  expect(figure?.data.flatMap(({ name }) => (name === "p" || name === "q" ? [name] : []))).toEqual([
    "p",
    "q",
  ]);
});

test("rows kept per two inputs, plotted over one of them, are a line for each value of the other", () => {
  const text = `search phases = u ${WRITTEN_OUT}
  for plan.seq_len in [1_024, 2_048]
  for cluster.nodes in [8, 16]
  minimize step_time
  keep 1 per plan.seq_len, cluster.nodes
`;
  const lines = (options: string) =>
    figureOf(`${text}plot phases { ${options} }`)?.data.map(({ name, x }) => [name, x]);
  expect(lines("x = cluster.nodes, y = step_time")).toEqual([
    ["1,024", [8, 16]],
    ["2,048", [8, 16]],
  ]);
  expect(lines("x = plan.seq_len, y = step_time")).toEqual([
    ["8", [1024, 2048]],
    ["16", [1024, 2048]],
  ]);
  // devices go with nodes, and set nothing apart
  expect(lines("x = cluster.devices, y = mfu")?.map(([name]) => name)).toEqual(["1,024", "2,048"]);
  const byStage = lines("x = cluster.nodes, y = step_time, color = plan.zero")?.map(([name]) => name);
  expect(byStage).not.toEqual(["1,024", "2,048"]);
});

test("where nothing works a phase diagram has a hatched cell, and the table says why", () => {
  const text = `search phases = u ${WRITTEN_OUT}
  for plan.seq_len in [2_048]
  for cluster.nodes in [1, 8]
  minimize step_time
  derive doubled = 2 * step_time
  keep 1 per plan.seq_len, cluster.nodes
`;
  const figure = figureOf(`${text}plot phases { color = plan.tp }`);
  const shapes = (figure?.layout.shapes ?? []) as readonly { type: string; layer: string }[];
  // strokes lie over the mark of the cell, which would break them
  expect(shapes.map(({ type, layer }) => [type, layer])).toEqual([
    ["rect", "below"],
    ["rect", "below"],
    ["path", "above"],
  ]);
  const names = ((figure?.layout.annotations ?? []) as readonly { text: string }[]).map(({ text }) => text);
  expect(names).toContain("no feasible plan");
  const s = memorySession();
  cell(s, START + text);
  const { columns, rows } = shown(s, "phases { cluster.nodes, doubled, step_time }") as {
    columns: readonly { title: string }[];
    rows: readonly (readonly unknown[])[];
  };
  expect(columns.at(-1)?.title).toBe("why not");
  const [first, second] = rows;
  expect(first?.slice(0, 3)).toEqual([1, null, null]);
  expect(first?.[3]).toMatch(/^no feasible plan here: \d+ × degrees exceed devices/);
  expect(second?.[1]).toBeGreaterThan(0);
  expect(second?.[3]).toBeNull();
});
