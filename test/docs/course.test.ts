import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "../../src/dsl/syntax/index.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/course");
const lessons = readdirSync(folder).filter((name) => name.endsWith(".dtp"));
const OPEN = /^let (\w+) = none$/gm;

function run(name: string, text: string) {
  return createSession(createWorld(folder)).run(text, { name, mode: "file" });
}

/** The lesson with each `let NAME = none` answered. */
function answered(text: string, answer: (name: string) => string): string {
  return text.replace(OPEN, (_, name: string) => `let ${name} = ${answer(name)}`);
}

/** The lesson without what it shows and expects beside its exercises, which takes most of its time. */
function exercisesOf(name: string, text: string): string {
  const { items } = parse({ name, text }, "file").file;
  const beside = items.filter(
    (one) =>
      one.kind === "show" ||
      one.kind === "plot" ||
      one.kind === "explain" ||
      (one.kind === "expect" && one.checks.every(({ hint }) => !hint)),
  );
  return beside.reduceRight((rest, { span }) => rest.slice(0, span.start) + rest.slice(span.end), text);
}

/**
 * Every lesson has exercises, `let NAME = none` and a check with a hint, and a file of solutions that defines the same
 * names. Open, they are left to the reader; with a wrong answer they give their hint; with the solutions all of them hold.
 */
describe.each(lessons)("lesson %s", (name) => {
  const lesson = readFileSync(join(folder, name), "utf8");
  const solutions = readFileSync(join(folder, "solutions", name), "utf8");
  const names = [...lesson.matchAll(OPEN)].map(([, one]) => one ?? "");
  const values = new Map(
    [...solutions.matchAll(/^let (\w+) = (.+)$/gm)].map(([, one, value]) => [one ?? "", value ?? ""]),
  );
  /** A solution may build on names that only its own file has: they come along. */
  const own = [...values].filter(
    ([one]) => !names.includes(one) && !new RegExp(`^let ${one} =`, "m").test(lesson),
  );
  const helpers = own.map(([one, value]) => `let ${one} = ${value}`).join("\n");

  test("is left open, and nothing else is wrong with it", () => {
    const { diagnostics, expectations } = run(name, lesson);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.filter(({ pass, exercise }) => !pass && exercise === null)).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
    expect(expectations.some(({ pass, exercise }) => !pass && exercise?.found === null)).toBe(true);
  });

  test("is solved by its solutions", () => {
    expect(run(name, solutions).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(names.filter((one) => !values.has(one))).toEqual([]);
    const solved = `${answered(lesson, (one) => values.get(one) ?? "none")}\n${helpers}`;
    const { diagnostics, expectations } = run(name, solved);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.filter(({ pass }) => !pass).map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
  });

  test("answers a wrong number with its hint", () => {
    const asked = exercisesOf(name, lesson);
    for (const wrong of names) {
      const text = answered(asked, (one) => `(${values.get(one)})${one === wrong ? " * 4" : ""}`);
      const { expectations } = run(name, `${text}\n${helpers}`);
      const open = expectations.filter(({ pass, exercise }) => !pass && exercise !== null);
      expect(open.length, wrong).toBeGreaterThan(0);
      for (const { exercise } of open) expect(exercise?.hint.length, wrong).toBeGreaterThan(20);
    }
  });
});
