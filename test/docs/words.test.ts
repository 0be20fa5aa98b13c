import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOUSE_TERMS, REPLACED } from "./words.ts";

const root = join(import.meta.dirname, "../..");

/** Lines with a replaced phrase outside of comments: `src/a.ts:12: "taken back"; write: reclaimed`. */
function replacedIn(name: string, text: string): readonly string[] {
  const phrases = Object.keys(REPLACED).filter((phrase) => text.toLowerCase().includes(phrase));
  if (phrases.length === 0) return [];
  const pattern = new RegExp(`(?<![\\w-])(${phrases.join("|")})(?![\\w-])`, "gi");
  const blank = (comment: string) => comment.replace(/[^\n]/g, " ");
  const code = text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(?<=^|\s)\/\/.*$/gm, blank);
  return code
    .split("\n")
    .flatMap((line, at) =>
      [...line.matchAll(pattern)].map(
        ([phrase]) => `${name}:${at + 1}: "${phrase}"; write: ${REPLACED[phrase.toLowerCase()]}`,
      ),
    );
}

describe("outputs use the field's words", () => {
  test("no text in src/ has a phrase that was replaced", () => {
    const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.flatMap((name) =>
        replacedIn(`src/${name.replaceAll("\\", "/")}`, readFileSync(join(root, "src", name), "utf8")),
      ),
    ).toEqual([]);
  });

  test("no page of the documentation has a phrase that was replaced", () => {
    const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.startsWith("decisions"))
      .map((name) => `docs/${name.replaceAll("\\", "/")}`);
    expect(pages.length).toBeGreaterThan(100);
    expect(
      ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...pages].flatMap((name) =>
        replacedIn(name, readFileSync(join(root, name), "utf8")),
      ),
    ).toEqual([]);
  });

  test("texts are searched, comments are not", () => {
    expect(replacedIn("a.ts", '// worked out\nconst text = "nodes taken back";')).toEqual([
      'a.ts:2: "taken back"; write: reclaimed',
    ]);
    expect(replacedIn("a.ts", "/** Worked\n out, taken back. */\nconst a = b /* in the open */ ;")).toEqual(
      [],
    );
  });
});

describe("the glossary", () => {
  const text = readFileSync(join(root, "docs/glossary.md"), "utf8");
  const entries = text
    .split("\n\n")
    .flatMap((part) => [...part.trim().matchAll(/^\*\*(.+?)\*\*:? ?([\s\S]*)$/g)])
    .map(([, heading = "", body = ""]) => ({ heading, body }));

  test.each(HOUSE_TERMS)("defines %s", (term) => {
    const at = entries.filter(
      ({ heading, body }) => heading.toLowerCase().startsWith(term.toLowerCase()) && body,
    );
    expect(at).toHaveLength(1);
  });

  test("is alphabetical", () => {
    const headings = entries.map(({ heading }) => heading.toLowerCase());
    expect(headings).toEqual([...headings].sort((one, other) => one.localeCompare(other, "en")));
  });

  test("defines each word in three sentences at most, of thirty words at most", () => {
    const long = entries.filter(({ body }) => {
      const sentences = body.split(/(?<=[.:])\s+(?=[A-Z*])/);
      return sentences.length > 4 || sentences.some((sentence) => sentence.split(/\s+/).length > 30);
    });
    expect(long.map(({ heading }) => heading)).toEqual([]);
  });
});
