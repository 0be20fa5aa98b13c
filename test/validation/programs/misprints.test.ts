import { expect, test } from "vitest";
import { programOf, type Row, rowOf, validate } from "../../../src/validation/index.ts";
import { correctedRow } from "../../../src/validation/programs/misprints.ts";
import { rowNamed, world } from "../rows.ts";

const linesOf = (row: Row): readonly string[] => {
  const program = programOf(row);
  if (program.kind !== "program") throw new Error(program.reason);
  return program.text.split("\n").map((line) => line.trim());
};

// NVIDIA-NeMo/Megatron-Bridge: scripts/performance/configs of v0.2.0 (25.11) and v0.3.1 (26.02.01).
test.each([
  ["mbridge-257", ["ep = 64", "micro_batch = 4"]],
  ["mbridge-263", ["pp = 4", "micro_batch = 1"]],
  ["mbridge-264", ["pp = 2", "vpp = 12", "micro_batch = 1"]],
  ["mbridge-167", ["pp = 4", "vpp = 5", "dp = 16", "micro_batch = 1"]],
  ["mbridge-165", ["pp = 4", "vpp = 5", "dp = 16", "micro_batch = 1"]],
  ["mbridge-173", ["pp = 16", "vpp = 8"]],
  ["mbridge-191", ["pp = 1", "dp = 16", "ep = 16"]],
  ["mbridge-260", ["zero = 3", "recompute = none"]],
  ["mbridge-287", ["zero = 3", "recompute = none"]],
  // v0.1.0rc4: 64 ranks for experts are not in the 32 devices that the table leaves a stage.
  ["mbridge-273", ["pp = 4", "vpp = 4", "dp = 64", "ep = 64"]],
])("%s runs the plan of its release's recipe", (id, lines) => {
  expect(linesOf(rowNamed("runs", id))).toEqual(expect.arrayContaining([...lines]));
});

// bigscience-workshop/bigscience, experiments/gpt2.md: GBS = GAS * MBS * DP_SIZE, with a GAS of 256.
test.each([
  ["bsgpt2-19", 4],
  ["bsgpt2-20", 6],
  ["bsgpt2-21", 8],
  ["bsgpt2-22", 4],
])("%s has the micro-batch of its batch", (id, size) => {
  expect(linesOf(rowNamed("runs", id))).toContain(`micro_batch = ${size}`);
});

test.each(["mbridge-259", "mbridge-184", "mbridge-185", "mbridge-091"])(
  "%s differs from its recipe, and nothing tells which of the two ran: it is only marked",
  (id) => {
    const { row, correction } = correctedRow(rowNamed("runs", id));
    expect(linesOf(row)).toEqual(linesOf(rowNamed("runs", id)));
    expect(correction).toBe("its own source contradicts the row (its release's recipe)");
  },
);

test("a row that its page calls invalid is only marked", () => {
  const { row, correction } = correctedRow(rowNamed("runs", "bs104-1"));
  expect(row.number("ffn_hidden")).toBe(65_536);
  expect(correction).toMatch(/calls the table somewhat invalid/);
  expect(correctedRow(rowNamed("runs", "bs104-3")).correction).toBeNull();
});

test("without a pipeline the recipe hides no exchange", () => {
  expect(linesOf(rowNamed("runs", "mbridge-191")).filter((line) => line.startsWith("overlap"))).toEqual([]);
});

test("the program says which cells are not the table's", () => {
  expect(linesOf(rowNamed("runs", "mbridge-191"))).toContain(
    "# assumed: its own source contradicts the row (its release's recipe): pp = 1 for 2, vpp = 1 for 12, ep = 16 for 8",
  );
});

test("rows of other releases, batches and sources keep their cells", () => {
  // The next release's table, of the same model on the same devices.
  const next = rowNamed("runs", "mbridge-147");
  expect(correctedRow(next)).toEqual({ row: next, correction: null });
  const cells = { id: "own", model: "Qwen3_30B_a3B", gpu: "H100", precision: "fp8", pp: "2", vpp: "12" };
  const others = [
    { source: "NVIDIA-NeMo/Megatron-Bridge (26.02.01 NeMo Container)", global_batch_seqs: "512" },
    { source: "Somebody's Megatron-Bridge", global_batch_seqs: "1024" },
  ];
  for (const other of others) expect(correctedRow(rowOf({ ...cells, ...other })).correction).toBeNull();
});

test("such rows are marked and counted apart", () => {
  const { rows, groups } = validate([rowNamed("runs", "mbridge-191")], world);
  expect(rows[0]?.doubt).toMatch(/contradicts the row \(its release's recipe\): pp = 1 for 2/);
  expect(groups.filter(({ by }) => by === "consistency").map(({ name }) => name)).toEqual([
    "contradicted by another text of its source",
  ]);
});

test("what a row leaves open is its doubt too; a row that says all has none", () => {
  const doubt = (id: string) => validate([rowNamed("runs", id)], world).rows[0]?.doubt;
  expect(doubt("mcore08-h100-7.1B")).toBe("not stated: micro_batch, recompute");
  expect(doubt("kor22-530B-selsp")).toBeNull();
});
