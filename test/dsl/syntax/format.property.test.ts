import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { File } from "../../../src/dsl/ast/ast.ts";
import { format, parse, printUnit } from "../../../src/dsl/syntax/index.ts";
import { createLexer } from "../../../src/dsl/syntax/tokens/tokens.ts";
import { runs } from "../../support/runs.ts";
import { corpus, random } from "./corpus.ts";

const lexer = createLexer();

/** A tree without places and spellings, imports in one order. */
function meaning(file: File): unknown {
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (typeof node !== "object" || node === null) return node;
    const entries = Object.entries(node)
      .filter(([key]) => !/[sS]pan$/.test(key) && !(key === "text" && "value" in node))
      .map(([key, value]) => [key, key === "unit" ? printUnit(String(value)) : strip(value)]);
    return Object.fromEntries(entries);
  };
  const items = file.items.map((item) => JSON.stringify(strip(item)));
  const imports = file.items
    .flatMap((item) =>
      item.kind === "import" ? item.names.map((n) => [item.from.value, n.name.name, n.as?.name]) : [],
    )
    .map((row) => JSON.stringify(row))
    .sort();
  const rest = file.items.flatMap((item, i) => (item.kind === "import" ? [] : [items[i]]));
  return { edition: file.edition?.year, imports, rest, result: strip(file.result) };
}

const comments = (file: File) => file.comments.map((c) => c.text).sort();

/** The same program with other blanks, line ends and comments between its tokens. */
function reflow(text: string, next: () => number): string {
  let out = "";
  let last = 0;
  const { tokens } = lexer.tokenize(text);
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const gap = text.slice(last, token.startOffset);
    const own = gap.includes("\n") || gap.includes("#");
    const call = token.image === "(" && gap === "";
    const dice = next();
    if (call || !before) out += gap;
    else if (dice < 0.04) out += ` ${next() < 0.3 ? "##" : "#"} note ${index}\n`;
    else if (dice < 0.06) out += `\n\n\n${next() < 0.5 ? "##" : "#"} above ${index}\n`;
    else if (dice < 0.12) out += "\n";
    else if (dice < 0.2 && !own) out += "   ";
    else out += gap;
    out += token.image;
    last = token.startOffset + token.image.length;
  });
  return out + text.slice(last);
}

function check(text: string): void {
  const first = parse({ name: "in", text }, "cell");
  if (first.diagnostics.some((d) => d.severity === "error")) return;
  checked++;
  const once = format(first.file);
  const second = parse({ name: "out", text: once }, "cell");
  const where = `${text}\n-----\n${once}`;
  expect(
    second.diagnostics.filter((d) => d.severity === "error"),
    where,
  ).toEqual([]);
  expect(meaning(second.file), where).toEqual(meaning(first.file));
  expect(comments(second.file), where).toEqual(comments(first.file));
  expect(format(second.file), where).toBe(once);
}
let checked = 0;

test("formatting keeps the tree and every comment, and formatting again changes nothing", () => {
  const next = random(7);
  for (const { text } of corpus) check(text);
  for (let i = 0; i < runs(20, 40); i++) for (const { text } of corpus) check(reflow(text, next));
  expect(checked).toBeGreaterThan(corpus.length);
});

test("no line is longer than 100 columns where it could be broken", () => {
  for (const { text } of corpus) {
    for (const line of format(parse({ name: "in", text }, "cell").file).split("\n")) {
      expect(line.replace(/ {2}#.*$/, "").length).toBeLessThanOrEqual(100);
    }
  }
});

/** Words that go on with the item above them. */
const GOES_ON = /^(with|on|and|or|not|in|then|else|as|hint|cite|within|where|for)$/;

/** The same program with each bracket on one line, apart from line breaks around comments. */
function joined(text: string): string {
  let out = "";
  let last = 0;
  const open: string[] = [];
  const { tokens } = lexer.tokenize(text);
  for (const [at, { image, startOffset }] of tokens.entries()) {
    const gap = text.slice(last, startOffset);
    if (open.length > 0 && gap.includes("\n") && !gap.includes("#")) {
      const isField = tokens[at + 1]?.image === "=";
      const isNested = /[\]}]$/.test(out) && /^[[{]/.test(image);
      const item = isField || isNested || (/^[\w"(]/.test(image) && !GOES_ON.test(image));
      out += item && /[^-+*/^=<>,([{]$/.test(out) ? ", " : " ";
    } else out += gap;
    out += image;
    if (/^[([{]$/.test(image)) open.push(image);
    if (/^[)\]}]$/.test(image)) open.pop();
    last = startOffset + image.length;
  }
  return out + text.slice(last);
}

test("formatting again changes no shipped program, nor one with its brackets joined to single lines", () => {
  const root = join(import.meta.dirname, "../../..");
  const paths = ["src/std", "examples", "notebooks", "labs", "docs"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".dtp"))
      .map((path) => join(folder, path)),
  );
  expect(paths.length).toBeGreaterThan(100);
  let programs = 0;
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [how, given] of [
      ["as it is", text],
      ["joined", joined(text)],
    ] as const) {
      const { file, diagnostics } = parse({ name: path, text: given }, "file");
      if (diagnostics.some(({ severity }) => severity === "error")) continue;
      programs++;
      const once = format(file);
      expect(format(parse({ name: path, text: once }, "file").file), `${path}, ${how}`).toBe(once);
    }
  }
  // Nearly all of both have no syntax error.
  expect(programs).toBeGreaterThan(1.9 * paths.length);
});
