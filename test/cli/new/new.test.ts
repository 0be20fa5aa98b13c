import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dtp } from "../../../src/cli/dtp.ts";
import { evaluateHere } from "../../../src/cli/evaluateHere.ts";
import { scaffolds } from "../../../src/cli/new/scaffolds.ts";
import { testIo } from "../testIo.ts";

const root = mkdtempSync(join(tmpdir(), "dtp-new-"));
afterAll(() => rmSync(root, { recursive: true }));

async function call(...argv: readonly string[]) {
  const io = testIo({ cwd: root, evaluate: async (request, events) => evaluateHere(request, events) });
  const code = await dtp(argv, io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

describe.each(Object.keys(scaffolds))("dtp new %s", (kind) => {
  const name = `My ${kind}`;
  const stem = `my-${kind}`;

  test("writes files that are formatted and hold", async () => {
    expect(await call("new", kind, name)).toMatchObject({ code: 0 });
    const written = readdirSync(join(root, name), { recursive: true, encoding: "utf8" });
    for (const { path } of scaffolds[kind] ?? []) expect(written).toContain(path.replaceAll("NAME", stem));
    expect(await call("fmt", "--check", name)).toEqual({ code: 0, out: "", err: "" });
    const checked = await call("test", name);
    expect(checked.code).toBe(0);
    expect(checked.out).toMatch(kind === "course" ? /1 exercise open/ : /0 failed/);
    for (const path of written.filter((one) => /\.ya?ml$/.test(one)))
      expect(parse(readFileSync(join(root, name, path), "utf8"))).toBeTypeOf("object");
  });

  test("overwrites nothing", async () => {
    const path = join(root, name, "README.md");
    writeFileSync(path, "mine");
    const again = await call("new", kind, name);
    expect(again.code).toBe(2);
    expect(again.err).toContain("nothing was written");
    expect(readFileSync(path, "utf8")).toBe("mine");
  });
});

test("a course is sealed, handed out and graded", async () => {
  expect(await call("new", "course", "own")).toMatchObject({ code: 0 });
  const lesson = "own/01-own.dtp";
  expect(await call("seal", lesson, "--key", "own/keys", "--check")).toMatchObject({ code: 0 });
  const text = readFileSync(join(root, lesson), "utf8");
  expect(text).not.toContain("112");
  for (const [student, answer] of [
    ["right", "112 GB"],
    ["wrong", "14 GB"],
  ] as const) {
    mkdirSync(join(root, "handed", student), { recursive: true });
    writeFileSync(
      join(root, "handed", student, "01-own.dtp"),
      text.replace("answer = none", `answer = ${answer}`),
    );
  }
  const solved = await call("check", "handed/right/01-own.dtp");
  expect(solved.code).toBe(0);
  const wrong = await call("check", "handed/wrong/01-own.dtp");
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain("that is the weights alone: training stores more");
  expect(await call("grade", "handed", "--key", "own/keys", "--out", "grades")).toMatchObject({ code: 0 });
  // A student's notebook, with values of their own, from the program.
  expect(
    await call("seal", lesson, "--key", "own/keys", "--student", "ada", "-o", "ada.ipynb"),
  ).toMatchObject({ code: 0 });
  expect((await call("check", "ada.ipynb")).out).toContain("1 exercise open");
  const grades = readFileSync(join(root, "grades/grades.csv"), "utf8");
  expect(grades).toMatch(/^right,01-own,1,1,/m);
  expect(grades).toMatch(/^wrong,01-own,0,1,/m);
});

test("the tables of a paper", async () => {
  expect(await call("new", "paper", "tables")).toMatchObject({ code: 0 });
  expect(await call("run", "tables/tables.dtp", "--latex", "tables.tex")).toMatchObject({ code: 0 });
  const text = readFileSync(join(root, "tables.tex"), "utf8");
  expect(text.match(/\\begin\{tabular\}/g)).toHaveLength(1);
  expect(text).toContain("cluster.devices & step\\_time (s) & mfu & efficiency");
});

test("a kind that there is not", async () => {
  expect(await call("new", "book", "x")).toMatchObject({ code: 2 });
});
