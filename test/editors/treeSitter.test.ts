import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { treeSitterHeader, treeSitterQueries, treeSitterWords } from "../../scripts/editors/treeSitter.ts";
import { hardWords, softWords } from "../../src/dsl/ast/words.ts";
import { rightPrograms, root } from "./programs.ts";

const folder = join(root, "editors/tree-sitter");
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

/** The command of tree-sitter, which packages do not bring along: its package downloads it. */
const command = process.env.TREE_SITTER ?? "tree-sitter";
const has = spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;

test("the words, the header and the queries are those that the word table gives", () => {
  expect(read("words.json")).toBe(treeSitterWords());
  expect(read("src/words.h")).toBe(treeSitterHeader());
  for (const [path, text] of Object.entries(treeSitterQueries)) expect(read(`queries/${path}`)).toBe(text());
});

interface Rule {
  readonly kind: "rule";
  readonly texts: readonly string[];
  readonly symbols: readonly string[];
}

/** The grammar's names and texts, read with functions that only collect them. */
function grammarParts() {
  const of = (...parts: readonly unknown[]): Rule => ({
    kind: "rule",
    texts: parts.flatMap((part) => (typeof part === "string" ? [part] : ((part as Rule)?.texts ?? []))),
    symbols: parts.flatMap((part) => (part as Rule)?.symbols ?? []),
  });
  const prec = (...parts: unknown[]) => of(parts.at(-1));
  const field = (_name: string, rule: unknown) => of(rule);
  const names = new Proxy({}, { get: (_, name) => ({ kind: "rule", texts: [], symbols: [String(name)] }) });
  type Grammar = Readonly<
    Record<"externals" | "extras", (names: object) => readonly Rule[]> & {
      rules: Record<string, (names: object) => unknown>;
    }
  >;
  let found: Grammar | undefined;
  const scope = {
    ...{ seq: of, choice: of, repeat: of, optional: of, field },
    alias: (rule: unknown, as: unknown) => of(rule, as),
    prec: Object.assign(prec, { left: prec, right: prec }),
    grammar: (one: Grammar) => {
      found = one;
    },
    module: {},
    require: createRequire(join(folder, "grammar.js")),
  };
  new Function(...Object.keys(scope), read("grammar.js"))(...Object.values(scope));
  if (!found) throw new Error("no grammar");
  const rules = Object.values(found.rules).map((rule) => of(rule(names)));
  return {
    nodes: new Set([
      ...Object.keys(found.rules),
      ...rules.flatMap(({ symbols }) => symbols).filter((name) => !name.startsWith("_")),
    ]),
    texts: new Set(rules.flatMap(({ texts }) => texts)),
    used: new Set(rules.flatMap(({ symbols }) => symbols)),
    externals: found.externals(names).flatMap(({ symbols }) => symbols),
  };
}

test("the grammar has every word of the language, and the scanner's tokens in its order", () => {
  const { texts, used, nodes, externals } = grammarParts();
  for (const word of [...hardWords, ...softWords]) expect(texts, word).toContain(word);
  const external = new Set(externals);
  for (const name of used) expect(nodes.has(name) || external.has(name), name).toBe(true);
  const order = /enum Token \{(.*?)FIRST_SOFT \}/s.exec(read("src/scanner.c"))?.[1]?.match(/\w+/g) ?? [];
  expect(externals.slice(0, order.length).map((name) => name.replace(/^_/, "").toUpperCase())).toEqual(order);
  expect(externals.slice(order.length)).toEqual(softWords.map((word) => `_${word}`));
});

test("queries name only what the grammar has", () => {
  const { texts, nodes } = grammarParts();
  for (const [path, text] of Object.entries(treeSitterQueries)) {
    const query = text().replace(/^;.*$/gm, "");
    for (const [, word = ""] of query.matchAll(/"([^"]*)"/g)) expect(texts, path).toContain(word);
    for (const [, node = ""] of query.matchAll(/\((\w+)/g))
      if (node !== "_") expect(nodes, path).toContain(node);
  }
});

test.skipIf(!has)("tree-sitter parses every right program without an error", { timeout: 120_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), "dtp-tree-sitter-"));
  try {
    cpSync(folder, work, { recursive: true });
    const run = (...args: string[]) => spawnSync(command, args, { cwd: work, encoding: "utf8" });
    const made = run("generate");
    expect(made.status, made.stderr).toBe(0);
    const parsed = run("parse", "--quiet", ...rightPrograms.map(({ path }) => join(root, path)));
    expect(parsed.status, `${parsed.stdout}${parsed.stderr}`).toBe(0);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});
