import { describe, expect, it } from "vitest";
import { applyFixes } from "../../src/dsl/diagnostics/index.ts";
import { cell, codes, memorySession } from "../support/memorySession.ts";

const run = (model: string, plan: string, cluster = "dgx_h100") =>
  cell(
    memorySession(),
    `import ${model} from "std/models"
import dgx_h100 from "std/clusters"
plan p { ${plan}, seq_len = 8Ki, global_batch = 1_024 sequences }
show (${model} on (${cluster}) with p).step_time`,
  );
const helps = (result: ReturnType<typeof run>) => result.diagnostics.map(({ help }) => help);

describe("errors of degrees that do not divide", () => {
  it("are one a cause, each with what divides, and no width is padded to an odd one", () => {
    const wrong = run("llama3_8b", "tp = 3, pp = 5");
    expect(codes(wrong)).toEqual(["not-divisible", "heads-not-divisible"]);
    expect(helps(wrong)).toEqual([
      "pp = 2, 4, 8 or 16 divides; or `split = uneven`",
      "tp = 1, 2, 4 or 8 divides",
    ]);
  });

  it("never propose the split that the plan has", () => {
    const [help] = helps(
      run(
        "llama3_405b",
        "tp = 8, pp = 16, vpp = 16, split = uneven, dp = fill",
        "dgx_h100 with { nodes = 128 }",
      ),
    );
    expect(help).not.toContain("split = uneven");
  });
});

describe("words of other tools", () => {
  it("`fsdp = true` is answered in words, and nothing is written unasked", () => {
    const text = "plan p { fsdp = true }\nshow p.fsdp\n";
    const { diagnostics } = memorySession().run(text, { name: "a.dtp", mode: "file" });
    expect(diagnostics[0]?.help).toBe("`fsdp = true` is `zero = 3` here");
    expect(applyFixes({ name: "a.dtp", text }, diagnostics).text).toBe(text);
  });

  it("`scale_out = infiniband` is a fat tree, which wants more than its name", () => {
    const [first] = run("llama3_8b", "dp = fill", "dgx_h100 with { scale_out = infiniband }").diagnostics;
    expect(first?.help).toContain("did you mean `fat_tree`?");
    expect(first?.fix).toBeUndefined();
  });
});

it("a model without attention, recurrence and feed-forward has no parameters to show", () => {
  const model =
    "model m { layers = 4, d_model = 512, attention = none, mlp = none, vocab = 1_000 }\nshow m.params";
  const result = cell(memorySession(), model);
  expect(codes(result)).toEqual(["empty-layers"]);
  expect(result.outputs).toEqual([]);
});
