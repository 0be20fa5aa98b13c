import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../src/dsl/syntax/index.ts";
import { editedTree } from "../../src/lsp/text/editedTree.ts";

const TEXT = readFileSync("examples/gpt3.dtp", "utf8");
const tree = (text: string) => parse({ name: "a.dtp", text }, "file").file;
const before = tree(TEXT);

/** Edit of a text that keeps it free of syntax errors: its tree, by both ways, must be the same. */
function sameTree(text: string): boolean {
  const edited = editedTree(before, text);
  const whole = parse({ name: "a.dtp", text }, "file");
  if (edited === null || whole.diagnostics.length > 0) return false;
  expect(edited).toEqual(whole.file);
  return true;
}

test("a digit, a line, a comment and a statement typed late give the tree of the whole text", () => {
  const at = TEXT.lastIndexOf("\nshow");
  expect(at).toBeGreaterThan(0);
  for (const typed of ["\n", "\n# note\n", "\n## About it\n", "\nlet extra = 1 + 2\n"])
    expect(sameTree(TEXT.slice(0, at) + typed + TEXT.slice(at))).toBe(true);
});

test("edits anywhere give the tree of the whole text, or ask for it", () => {
  let same = 0;
  fc.assert(
    fc.property(
      fc.nat(TEXT.length),
      fc.nat(40),
      fc.constantFrom(
        "",
        " ",
        "1",
        "\n",
        "x",
        "# c\n",
        "let q = 2\n",
        "}",
        "{",
        '"',
        "## d\n",
        "plan w { tp = 2 }\n",
      ),
      (at, length, typed) => {
        if (sameTree(TEXT.slice(0, at) + typed + TEXT.slice(at + length))) same++;
      },
    ),
    { numRuns: 400 },
  );
  expect(same).toBeGreaterThan(20);
});
