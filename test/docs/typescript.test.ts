import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { render } from "../../src/dsl/diagnostics/index.ts";
import * as library from "../../src/index.ts";
import type { Evaluation } from "../../src/kernel/core/evaluation/evaluation.ts";
import type { MimeBundle } from "../../src/kernel/core/evaluation/mimeBundle.ts";
import { readMagics } from "../../src/kernel/core/magics/readMagics.ts";
import { tsCells } from "../../src/kernel/ts/tsCells.ts";
import { partsOf, toMimeBundles } from "../../src/report/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";
import { codeBlocks } from "./codeBlocks.ts";

const path = join(import.meta.dirname, "../../docs/typescript.md");
const blocks = codeBlocks("docs/typescript.md", readFileSync(path, "utf8"));

test("the cells of docs/typescript.md run, one after the other", async () => {
  const session = memorySession();
  const evaluation: Evaluation = {
    session,
    parts: partsOf,
    bundles: toMimeBundles,
    renderDiagnostic: render,
    interrupted: () => false,
    keepCompiled() {},
    typescript: { load: () => Promise.resolve(cells), loaded: () => null },
  };
  const cells = tsCells(evaluation);
  const shown: MimeBundle[] = [];
  let printed = "";
  for (const { marks, text, line } of blocks) {
    if (marks[0] === "dtp") expect(cell(session, text).diagnostics).toEqual([]);
    const read = readMagics(text, `docs/typescript.md:${line}`);
    if (marks[0] !== "ts" || read.kind !== "cell magic") continue;
    const failure = await cells.run(read.magic, {
      display: (bundle) => shown.push(bundle),
      result: (bundle) => shown.push(bundle),
      stream: (_name, words) => {
        printed += words;
      },
    });
    expect(failure?.traceback.join("\n")).toBeUndefined();
  }
  expect(printed).toMatch(/^base: .* s, -?\d+\.\d GiB to spare\n$/);
  const texts = shown.map((bundle) => String(bundle["text/plain"]));
  expect(texts[0]).toContain("share");
  expect(texts[1]).toContain("step time");
  expect(texts[2]).toContain("plan.micro_batch");
  expect(shown[3]).toHaveProperty(["application/vnd.plotly.v1+json"]);
  expect(texts[4]).toMatch(/^target = /);
  expect(texts[5]).toMatch(/^(true|false)$/);
});

/** Runs a program of the library; what it prints, and the values of its variables of these names. */
async function runProgram(text: string, names: readonly string[]) {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const js = ts.transpileModule(text, { compilerOptions: options }).outputText;
  const printed: unknown[][] = [];
  const run = new Function(
    "require",
    "exports",
    "console",
    `return (async () => {${js}\nreturn { ${names.join(", ")} }; })();`,
  );
  const made: unknown = await run(() => library, {}, { log: (...words: unknown[]) => printed.push(words) });
  return { printed, made };
}

test("the program of docs/typescript.md runs on the library", async () => {
  const programs = blocks.filter(({ marks, text }) => marks[0] === "ts" && text.includes('from "dtplan"'));
  expect(programs.length).toBeGreaterThan(0);
  for (const { text } of programs) {
    const { printed, made } = await runProgram(text, ["plan", "page"]);
    const { plan, page } = made as { readonly plan: library.Evaluated; readonly page: string };
    expect(printed[0]?.[1]).toMatch(/GiB$/);
    expect(printed).toHaveLength(4);
    expect(page).toContain("<svg");
    expect(plan.toSvg()).toHaveLength(1);
  }
});

test("the program of docs/how-to/typescript.md runs on the library", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/how-to/typescript.md"), "utf8");
  const [program] = codeBlocks("docs/how-to/typescript.md", page).filter(({ marks }) => marks[0] === "ts");
  const { printed } = await runProgram(program?.text ?? "", ["base"]);
  expect(printed).toEqual([[expect.any(Number), expect.stringMatching(/ s$/)]]);
});
