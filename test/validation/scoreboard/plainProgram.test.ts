import { expect, test } from "vitest";
import { programOf, rowOf } from "../../../src/validation/index.ts";
import { plainProgram } from "../../../src/validation/scoreboard/plainProgram.ts";

const cells: Readonly<Record<string, string>> = {
  ...{ id: "one", source: "a test of Megatron-Core 2025", model: "GPT", gpu: "A100-SXM4-80GB", n_gpus: "8" },
  ...{ layers: "8", hidden: "2048", heads: "16", ffn_hidden: "8192", vocab: "51200", seq_len: "2048" },
  ...{ gpus_per_node: "8", tp: "2", pp: "1", dp: "4", micro_batch: "2", global_batch_seqs: "32" },
  ...{ precision: "bf16", recompute: "none", flash_attn: "yes", overlap: "grad reduce" },
};
const plain = (
  text: string,
  over: Readonly<Record<string, string>> = {},
  assumed: readonly string[] = [],
) => {
  const row = rowOf({ ...cells, ...over });
  const program = programOf(row);
  if (program.kind !== "program") throw new Error(program.reason);
  return plainProgram(row, { ...program, text, assumed });
};

test.each([
  ["megatron_core(2025, fp32_gradients = false, gradient_passes = 2)", "megatron_core(2025)"],
  ["generic(cuda_graphs = true)", "generic"],
  ["nanotron(2024, rank_launch = 290 us)", "nanotron(2024)"],
  ["maxtext", "maxtext"],
])("of a stack the name and the year stay: %s", (stack, kept) => {
  expect(plain(`plan p {\n  framework = ${stack}\n  tp = 2\n}`)).toBe(
    `plan p {\n  framework = ${kept}\n  tp = 2\n}`,
  );
});

test("what the row says stays, what only a recipe tells goes", () => {
  const text = "plan p {\n  tp = 2\n  dispatch = per_node\n  overlap = [dp]\n  recompute = none\n}";
  expect(plain(text)).toBe("plan p {\n  tp = 2\n  overlap = [dp]\n  recompute = none\n}");
  expect(plain(text, { overlap: "" }, ["recompute = none: its release's recipe"])).toBe(
    "plan p {\n  tp = 2\n}",
  );
});

test("a program of cells alone stays as it is", () => {
  const row = rowOf(cells);
  const program = programOf(row);
  if (program.kind !== "program") throw new Error(program.reason);
  expect(plainProgram(row, program)).toBe(program.text);
});
