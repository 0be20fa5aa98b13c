import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commentText, longSentences, MOST_WORDS, plainText } from "./prose.ts";

const root = join(import.meta.dirname, "../..");

/** Pages whose tables and lists of numbers a script writes. */
const WRITTEN = ["docs/formulas.md", "docs/published-plans.md", "docs/validation.md"];

const filesBelow = (folder: string, end: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(end) && !name.startsWith("docs/reference/") && !WRITTEN.includes(name));

const read = (name: string): string => readFileSync(join(root, name), "utf8");

const longIn = (names: readonly string[], textOf: (name: string) => string): readonly string[] =>
  names.flatMap((name) => longSentences(textOf(name)).map((found) => `${name}, ${found}`));

describe(`no sentence has more than ${MOST_WORDS} words`, () => {
  test("of the documentation", () => {
    const roots = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "src/engine/CALIBRATION.md"];
    const pages = [...roots, ...filesBelow("docs", ".md")];
    expect(pages.length).toBeGreaterThan(150);
    expect(longIn(pages, (name) => plainText(read(name)))).toEqual([]);
  });

  test("of lessons, studies and examples", () => {
    const programs = ["notebooks", "examples"].flatMap((folder) => filesBelow(folder, ".dtp"));
    expect(programs.length).toBeGreaterThan(40);
    expect(longIn(programs, (name) => commentText(read(name)))).toEqual([]);
  });

  test("of doc comments", () => {
    const files = filesBelow("src", ".ts");
    const comments = (name: string): string =>
      [...read(name).matchAll(/\/\*\*([\s\S]*?)\*\//g)]
        .map(([, text = ""]) => plainText(text.replace(/^ *\*? ?/gm, "")))
        .join("\n\n");
    expect(longIn(files, comments)).toEqual([]);
  });

  test("sentences are counted without code, links and figures", () => {
    const word = "word ";
    expect(longSentences(`${word.repeat(MOST_WORDS)}.`)).toEqual([]);
    expect(longSentences(`${word.repeat(MOST_WORDS)}more. Short.`)).toHaveLength(1);
    expect(longSentences(`${word.repeat(MOST_WORDS - 1)}\`${word.repeat(9)}\`.`)).toEqual([]);
    expect(longSentences(plainText(`- ${word.repeat(30)}\n- ${word.repeat(30)}`))).toEqual([]);
    expect(longSentences(commentText(`# ${word.repeat(30)}\n# ${word.repeat(30)}\nlet a = 1`))).toHaveLength(
      1,
    );
  });
});

test("no paragraph of the language's page has 800 characters", () => {
  const paragraphs = plainText(read("docs/language.md")).split(/\n\s*\n/);
  expect(paragraphs.length).toBeGreaterThan(30);
  expect(paragraphs.filter((paragraph) => paragraph.trim().length >= 800)).toEqual([]);
});
