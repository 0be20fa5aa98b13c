import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TreeNode } from "../../src/report/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const root = join(import.meta.dirname, "../..");
/** Definitions of an example, which stand above its first output. */
const read = (path: string): string =>
  readFileSync(join(root, path), "utf8").split(/^(?:show|plot|explain|expect|compare|sweep) /m)[0] ?? "";

/** Program with what the examples leave out: experts, failures, checkpoints, prices. */
const MIXTURE = `
import dgx_h100 from "std/clusters"
import mixtral_8x7b from "std/models"
plan wide {
  framework = megatron_core
  tp = 2
  ep = 8
  pp = 4
  dp = fill
  zero = 1
  sequence_parallel = true
  seq_len = 4Ki
  global_batch = 256 sequences
  tokens = 1T tokens
  checkpoint = sharded
}
let base = mixtral_8x7b on (dgx_h100 with {
  nodes = 64
  price = $2.50/GPU-hour
  failures = annual(gpu = 5%, host = 3%, nic = 1%)
  storage_bandwidth = 100 GB/s
}) with wide
`;

const PROGRAMS: readonly (readonly [name: string, text: string, asked: readonly string[]])[] = [
  ["examples/gpt3.dtp", read("examples/gpt3.dtp"), ["step_time", "memory.peak", "mfu", "tflops_per_device"]],
  ["examples/llama3.dtp", read("examples/llama3.dtp"), ["step_time", "memory.peak", "mfu", "time_to_train"]],
  [
    "a mixture of experts",
    MIXTURE,
    ["step_time", "memory.peak", "mfu", "time.ep", "goodput", "reliability.mtbf", "cost", "bubble_fraction"],
  ],
];

interface Symbolled {
  readonly symbol: string;
  readonly thing: string;
}

/** Symbols below the formulas of a tree, each with its value. A collection names its parts in words and has no formula. */
function symbolsOf(node: TreeNode): readonly Symbolled[] {
  const own =
    node.formula === undefined
      ? []
      : node.children.flatMap(({ text }): readonly Symbolled[] => {
          const found = /^([A-Za-z]+(?:_\w+)?): .* = (.*?)(?:, the (?:sum|max) of)?$/.exec(text);
          return found ? [{ symbol: found[1] ?? "", thing: found[2] ?? "" }] : [];
        });
  return [...own, ...node.children.flatMap(symbolsOf)];
}

function clashesOf(tree: TreeNode): readonly string[] {
  const things = new Map<string, string>();
  return symbolsOf(tree).flatMap(({ symbol, thing }) => {
    const known = things.get(symbol);
    things.set(symbol, known ?? thing);
    return known === undefined || known === thing ? [] : [`${symbol}: ${known} and ${thing}`];
  });
}

function formulasOf(node: TreeNode): readonly TreeNode[] {
  return [...(node.formula === undefined ? [] : [node]), ...node.children.flatMap(formulasOf)];
}

describe.each(PROGRAMS)("the trees of %s", (_name, text, asked) => {
  const session = memorySession();
  expect(cell(session, text).diagnostics).toEqual([]);

  test.each(asked)("%s: a symbol stands for one thing", (path) => {
    const { outputs, diagnostics } = cell(session, `explain base.${path}`);
    expect(diagnostics).toEqual([]);
    const [tree] = outputs.flatMap(({ document }) =>
      document.blocks.filter((block) => block.kind === "tree"),
    );
    if (!tree) throw new Error("no tree");
    expect(symbolsOf(tree.root).length).toBeGreaterThan(3);
    expect(clashesOf(tree.root)).toEqual([]);
    const unread = formulasOf(tree.root).flatMap(({ formula = "", children, text: label }) => {
      const symbols = formula.split(/\W+/);
      return children
        .map((child) => /^([A-Za-z]+(?:_\w+)?): /.exec(child.text)?.[1] ?? "")
        .filter((symbol) => !symbols.includes(symbol))
        .map((symbol) => `${symbol} in ${label}`);
    });
    expect(unread).toEqual([]);
  });
});

test("the check finds a clash", () => {
  const leaf = (text: string): TreeNode => ({ text, children: [] });
  const tree = { text: "x = 3", formula: "n + n", children: [leaf("n: layers = 1"), leaf("n: heads = 2")] };
  expect(clashesOf(tree)).toEqual(["n: 1 and 2"]);
});
