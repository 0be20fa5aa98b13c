import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Expr } from "../../src/dsl/ast/ast.ts";
import { parse } from "../../src/dsl/syntax/index.ts";
import { createWorld } from "../../src/host/index.ts";
import { toText } from "../../src/report/index.ts";
import { createSession } from "../../src/session/index.ts";
import { notebookPrograms, notebooksFolder } from "./notebookPrograms.ts";

/** Studies and the fact check have tests of their own. */
const teaching = notebookPrograms().filter(({ name }) => !/^(studies|fact-check)/.test(name));

/** The name of `NAME.memory.fits` or `first(NAME).memory.fits`. */
function nameOf(expr: Expr): string | null {
  if (expr.kind === "member") return nameOf(expr.object);
  if (expr.kind === "call") return expr.args[0] ? nameOf(expr.args[0].value) : null;
  return expr.kind === "name" ? expr.name : null;
}

const KEPT: ReadonlySet<string> = new Set(["import", "define", "let", "fn", "sweep", "solve"]);

/** A notebook's definitions without what it shows, and what it says itself about which of them fit. */
function definitionsOf(code: readonly string[]): {
  readonly cells: readonly string[];
  readonly declared: ReadonlyMap<string, string>;
  readonly sweeps: readonly string[];
} {
  const kept: string[] = [];
  const sweeps: string[] = [];
  const declared = new Map<string, string>();
  const all = code.join("\n");
  for (const source of code) {
    const { file } = parse({ name: "cell", text: source }, "cell");
    const own: string[] = [];
    for (const item of file.items) {
      if (item.kind === "expect") {
        for (const { condition } of item.checks)
          if (condition.kind === "binary" && condition.op === "==" && condition.left.kind === "member")
            if (condition.left.member.name === "fits" && condition.right.kind === "name")
              declared.set(nameOf(condition.left) ?? "", condition.right.name);
      } else if (
        KEPT.has(item.kind) ||
        (item.kind === "search" && all.includes(`= first(${item.name.name})`))
      )
        own.push(source.slice(item.span.start, item.span.end));
      if (item.kind === "sweep") sweeps.push(item.name.name);
    }
    kept.push(own.join("\n"));
  }
  return { cells: kept, declared, sweeps };
}

/**
 * A plan that a notebook teaches with fits its devices for sure, unless the notebook is about a plan that does not and says so:
 * `expect NAME.memory.fits == no`. Of a sweep's rows at least one does.
 */
test.each(teaching)("$name: its plans fit, or it says that they do not", ({ name, cells }) => {
  const code = cells.filter(({ kind }) => kind === "code").map(({ source }) => source);
  const { cells: definitions, declared, sweeps } = definitionsOf(code);
  const session = createSession(createWorld(dirname(join(notebooksFolder, name))));
  const errors = definitions
    .flatMap((text) => session.run(text, { name, mode: "cell" }).diagnostics)
    .filter(({ severity }) => severity === "error");
  expect(errors.map(({ message }) => message)).toEqual([]);
  const fitsOf = (shown: string): readonly string[] =>
    session
      .run(`show ${shown}`, { name: "question", mode: "cell" })
      .outputs.flatMap(({ document }) => [
        ...toText(document, { width: 200 }).matchAll(/(?<![\w-])(yes|maybe|no)\s*$/gm),
      ])
      .map(([, fit = ""]) => fit);
  const wrong: string[] = [];
  for (const { name: one, kind } of session.names()) {
    const wanted = declared.get(one) ?? "yes";
    if (kind === "scenario") {
      const [fit] = fitsOf(`${one}.memory.fits`);
      if (fit !== wanted) wrong.push(`${one}: ${fit}, and the notebook means ${wanted}`);
    } else if (sweeps.includes(one)) {
      const fits = fitsOf(`${one} { fit = fits }`);
      if (!declared.has(one) && !fits.includes("yes")) wrong.push(`no row of ${one} fits for sure`);
    }
  }
  expect(wrong).toEqual([]);
});
