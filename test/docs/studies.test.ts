import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellsOfProgram } from "../../src/cli/notebook/cellsOfProgram.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";
import { untiedNumbers } from "./untiedNumbers.ts";

const folder = join(import.meta.dirname, "../../notebooks/studies");
const studies = readdirSync(folder).filter((name) => name.endsWith(".dtp"));
const index = readFileSync(join(folder, "README.md"), "utf8");

/** Words in a row without a result, beyond which a page is a wall of text. */
const WALL = 260;

/**
 * A study asks first, answers at once with numbers that its expectations hold, and says by which method; it has a picture, explains a number, and ends
 * with what it cannot say and where it comes from.
 */
describe.each(studies)("study %s", (name) => {
  const program = readFileSync(join(folder, name), "utf8");
  const cells = cellsOfProgram(name, program);
  const [title, ...rest] = cells;
  const markdown = cells.filter(({ kind }) => kind === "markdown").map(({ source }) => source);
  const code = rest.filter(({ kind }) => kind === "code").map(({ source }) => source);

  test("asks, answers, says how, and says what it cannot say", () => {
    expect(title?.source).toMatch(
      /^# .+\n\n\*\*Question\.\*\* [\s\S]+\n\n\*\*Answer\.\*\* [\s\S]+\n\n\*\*Method[^*]*\.\*\* /,
    );
    const text = markdown.join("\n\n");
    expect(text).toMatch(/^## What this cannot say$/m);
    expect(text).toMatch(/^## Sources$/m);
    expect(index).toContain(`](${name.replace(/dtp$/, "ipynb")})`);
  });

  test("has pictures, an explanation and no wall of text", () => {
    expect(code.some((source) => /^plot\b/m.test(source))).toBe(true);
    expect(code.some((source) => /^explain\b/m.test(source))).toBe(true);
    const firstExplained = cells.findIndex(({ source }) => /^explain\b/m.test(source));
    expect(cells.findIndex(({ source }) => /^plot\b/m.test(source))).toBeLessThan(firstExplained);
    for (const source of markdown) expect(source.split(/\s+/).length, source.slice(0, 60)).toBeLessThan(WALL);
  });

  test("types no number into its text that its code does not hold", () => {
    const text = markdown.map((source) => source.replace(/^## Sources[\s\S]*/m, "")).join("\n\n");
    expect(untiedNumbers(text, code.join("\n"))).toEqual([]);
  });

  test("holds, cell by cell", () => {
    const session = createSession(createWorld(folder));
    const results = code.map((source) => session.run(source, { name, mode: "cell" }));
    const diagnostics = results.flatMap((result) => result.diagnostics);
    const expectations = results.flatMap((result) => result.expectations);
    expect(diagnostics.filter(({ severity }) => severity !== "note")).toEqual([]);
    expect(expectations.filter(({ pass }) => !pass).map(({ text }) => text)).toEqual([]);
    expect(expectations.length).toBeGreaterThanOrEqual(5);
  });
});

test.each(
  [...index.matchAll(/^\| \[.+?\]\((.+?)\.ipynb\) \| (.+) \|$/gm)].map(([, name, answer]) => [name, answer]),
)("the index repeats no number that %s does not hold", (name, answer = "") => {
  expect(untiedNumbers(answer, readFileSync(join(folder, `${name}.dtp`), "utf8"))).toEqual([]);
});

test("every study of the index is there", () => {
  const listed = [...index.matchAll(/^\| \[.+?\]\((.+?)\.ipynb\)/gm)].map(([, one]) => `${one}.dtp`);
  expect([...listed].sort()).toEqual([...studies].sort());
});
