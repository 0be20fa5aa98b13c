import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyFixes } from "../../src/dsl/diagnostics/index.ts";
import { cutsOf, openProgram, programs } from "../support/importCuts.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const root = join(import.meta.dirname, "../..");

/** The text as the diagnostics of one run leave it. */
function mended(text: string): string {
  const { diagnostics } = memorySession().run(text, { name: "a.dtp", mode: "file" });
  return applyFixes({ name: "a.dtp", text }, diagnostics).text;
}

describe("a mend that is applied unasked never changes what a name means", () => {
  it("a name of the library is imported, not replaced by a near name", () => {
    const text = `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p { dp = fill, seq_len = 8Ki, global_batch = 64 sequences }
let x = llama3_70b on dgx_h100 with p
`;
    expect(mended(text)).toBe(text.replace("llama3_8b from", "llama3_8b, llama3_70b from"));
  });

  it("the import is a line of its own where the file is not imported yet, below the edition", () => {
    expect(mended("# head\n\nedition 2026\nshow llama3_8b.params\n")).toBe(
      '# head\n\nedition 2026\nimport llama3_8b from "std/models"\nshow llama3_8b.params\n',
    );
    expect(mended("show llama3_8b.params, h100_sxm.memory\n")).toBe(
      'import llama3_8b from "std/models"\nimport h100_sxm from "std/devices"\nshow llama3_8b.params, h100_sxm.memory\n',
    );
  });

  it.each([
    ["a name of the program's own", "let batch_1 = 4\nlet batch_2 = 5\nshow batch_3\n"],
    ["a name that is near a word of the language", "let x = tru\n"],
    ["a word of a field", "plan p { precision = fp15 }\nshow p.precision\n"],
    ["a function", "show flor(2.5)\n"],
    ["a name of an import", 'import llama3_71b from "std/models"\nshow llama3_71b.params\n'],
  ])("%s is suggested in words only", (_what, text) => {
    expect(mended(text)).toBe(text);
  });

  it.each([
    ["plan p { precision = BF16 }\n", "plan p { precision = bf16 }\n"],
    ["plan p { precision = bfloat16 }\n", "plan p { precision = bf16 }\n"],
    ["plan p { micro_btach = 2 }\n", "plan p { micro_batch = 2 }\n"],
  ])("the same word in another spelling, and a misspelled field, are mended: %s", (text, right) => {
    expect(mended(text)).toBe(right);
  });

  it("a near column of a table is another column", () => {
    const session = memorySession({ "r.csv": "loss_a,loss_b\n1,2\n" });
    const text = 'import r from "./r.csv"\nshow r.loss_c\n';
    const { diagnostics } = cell(session, text);
    expect(diagnostics.map(({ help, fix }) => [help, fix])).toEqual([["did you mean `loss_a`?", undefined]]);
  });
});

const short = programs().filter((path) => statSync(path).size < 1_400);
const all = short.flatMap((path) => cutsOf(path).map((without) => ({ path, without })));
const some = all.filter((_, at) => at % Math.ceil(all.length / 24) === 0);

// All programs, with each import removed: importCuts.test.ts.
describe("a program with an import removed is mended to what it was", () => {
  it.each(some.map((cut, at) => [`${cut.path.slice(root.length + 1)} ${at}`, cut] as const))(
    "%s",
    (_name, { path, without }) => {
      const program = openProgram(path);
      const original = readFileSync(path, "utf8");
      expect(program.printed(program.mended(without))).toBe(program.printed(program.mended(original)));
    },
  );
});
