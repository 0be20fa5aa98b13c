import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const BASE = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  framework = megatron_core
  tp = 2
  zero = 1
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 256 sequences
}
let t = llama3_8b on (dgx_h100 with { nodes = 8 }) with p
model m = llama3_8b with {
  operators = [operator("lookup table", flops = 2 * d_model * 8_192, bytes = 24 KiB, saved = 8 KiB, params = 8_192 * d_model)]
}
let own = t with { model = m }
`;

function session(text = "") {
  const made = memorySession();
  return { made, result: cell(made, `${BASE}\n${text}`) };
}
const number = (made: ReturnType<typeof memorySession>, expr: string): number => shown(made, expr) as number;

describe("an operator that a program describes", () => {
  test("reads the model's fields, and is in parameters, FLOPs, kernels and memory", () => {
    const { made, result } = session("show m\nshow own\nexplain own.hfu\nshow own.roofline");
    expect(codes(result)).toEqual([]);
    expect(number(made, "own.params - t.params")).toBe(32 * 8_192 * 4_096);
    expect(number(made, "own.step_time")).toBeGreaterThan(number(made, "t.step_time"));
    expect(number(made, "own.memory.activations - t.memory.activations")).toBe((32 * 8192 * 8192) / 2);
    const [card, page, tree, roofline] = result.outputs.map(({ document }) => toText(document));
    expect(card).toContain("lookup table");
    expect(page).toContain("Own operators run as one kernel a pass");
    expect(tree).toContain("model.operators[0].flops");
    expect(roofline).toContain("lookup table");
  });

  test("belongs to a block, or to every layer", () => {
    const { made, result } = session(`
model b = llama3_8b with { blocks = [block(layers = 3, operators = [operator("x", params = 1M params)]), block()] }
model all = m with { blocks = [block(layers = 3), block()] }
let some = t with { model = b }
let each = t with { model = all }
explain some.params`);
    expect(codes(result)).toEqual([]);
    expect(number(made, "some.params - t.params")).toBe(24e6);
    expect(number(made, "each.params")).toBe(number(made, "own.params"));
    const [tree] = result.outputs.map(({ document }) => toText(document));
    expect(tree).toContain("model.blocks[0].operators[0].params");
  });

  test("is varied by a sweep, row by row as alone", () => {
    const { made, result } = session(`
fn with_bytes(n) = t with { model.operators = [operator("x", bytes = n * 1 KiB)] }
sweep s = t for plan.micro_batch in [1, 2] for model in [llama3_8b, m]
let two = own with { plan.micro_batch = 2 }`);
    expect(codes(result)).toEqual([]);
    const times = shown(made, "s.step_time") as readonly { value: number }[];
    expect(times.map(({ value }) => value)).toContain(number(made, "two.step_time"));
    expect(number(made, "with_bytes(2_000).step_time")).toBeGreaterThan(
      number(made, "with_bytes(1).step_time"),
    );
  });

  test("is not carried by a launch file", () => {
    const { result } = session("show own.launch.megatron");
    expect(JSON.stringify(result)).toContain("model.operators");
  });
});

test("unknown arguments and other units are refused, with the nearest", () => {
  const said = (operator: string) =>
    session(`let u = t with { model.operators = [${operator}] }\nshow u.mfu`).result.diagnostics.map(
      ({ code, help }) => `${code}: ${help}`,
    );
  expect(said('operator("x", flop = 3)')[0]).toMatch(/^unknown-argument: did you mean `flops`/);
  expect(said('operator("x", flops = 3 s)')[0]).toMatch(/^wrong-unit/);
  expect(said('operator("x", bytes = 3)')[0]).toMatch(/^wrong-unit/);
  expect(said('operator("x", shard = dp)')[0]).toMatch(/none/);
  expect(said('operatr("x", flops = 3)')[0]).toMatch(/operator/);
});
