import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellsOfProgram } from "../../src/cli/notebook/cellsOfProgram.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession, piecesOf, sealLesson } from "../../src/session/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/course");
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");

/** Folders of translations: `de`, each with lessons named like the English ones, and their keys. */
const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name));
const translated = languages.flatMap((language) =>
  readdirSync(join(folder, language))
    .filter((name) => name.endsWith(".dtp"))
    .map((name) => ({ language, name })),
);

/** Code without what a translation changes: texts but imports and units, comments, and the breaks of lines that follow from them. */
const bare = (code: string): string =>
  code
    .replace(/(from |unit = )?"(?:[^"\\]|\\.)*"/g, (text, kept?: string) =>
      kept === undefined ? '""' : text,
    )
    .replace(/(?<=^|\s)#.*$/gm, "")
    .replace(/[\s,]+/g, "");

/** What the text of a cell has in common in all languages: its headings' levels, items, rows, and code. */
const shape = (text: string) => ({
  headings: [...text.matchAll(/^#+ /gm)].map(([marks]) => marks.trim()),
  items: [...text.matchAll(/^- /gm)].length,
  rows: [...text.matchAll(/^\|/gm)].length,
  code: [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code).sort(),
});

test("there is a translation to check", () => {
  expect(translated).toContainEqual({ language: "de", name: "01-memory-wall.dtp" });
});

describe.each(translated)("$language/$name", ({ language, name }) => {
  const own = cellsOfProgram(name, read(language, name));
  const english = cellsOfProgram(name, read(name));

  test("has the cells of the English lesson, and its code but for texts", () => {
    expect(own.map(({ kind }) => kind)).toEqual(english.map(({ kind }) => kind));
    own.forEach(({ kind, source }, at) => {
      const other = english[at]?.source ?? "";
      if (kind === "code") expect(bare(source), `cell ${at + 1}`).toBe(bare(other));
      else {
        expect(shape(source), `cell ${at + 1}`).toEqual(shape(other));
        // A text that was not translated.
        expect(source, `cell ${at + 1}`).not.toBe(other);
      }
    });
  });

  test("has a key that differs from the English one in its words alone, and its seals", () => {
    const key = read(language, "keys", name);
    expect(bare(key)).toBe(bare(read("keys", name)));
    const pieces = (text: string) => piecesOf([{ name, text }]);
    const lesson = pieces(read(language, name));
    const run = (text: string) =>
      createSession(createWorld(join(folder, language))).run(text, { name, mode: "file" });
    const { exercises, problems } = sealLesson(lesson, pieces(key), name.replace(".dtp", ""), run);
    expect(problems).toEqual([]);
    for (const { name, fields } of exercises)
      expect(lesson.exercises.get(name)?.fields.get("seal"), name).toBe(fields.get("seal"));
  });

  test("runs to its end", () => {
    const session = createSession(createWorld(join(folder, language)));
    const { diagnostics, expectations } = session.run(read(language, name), { name, mode: "file" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.filter(({ pass, judged }) => !pass && !judged)).toEqual([]);
  });
});

test("a change of the English code or of its key shows", () => {
  expect(bare('let a = 8 GiB\nhints = ["one", "two"]')).toBe(
    bare('let a = 8 GiB\nhints = [\n  "eins"\n  "zwei"\n]'),
  );
  expect(bare("let a = 8 GiB")).not.toBe(bare("let a = 9 GiB"));
  expect(bare('unit = "GB"')).not.toBe(bare('unit = "GiB"'));
  expect(bare('import a from "std/models"')).not.toBe(bare('import a from "std/devices"'));
  expect(shape("Read `a.b`.")).not.toEqual(shape("Lies `a.c`."));
});
