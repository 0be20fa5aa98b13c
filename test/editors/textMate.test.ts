import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { StringStream } from "@codemirror/language";
import { beforeAll, expect, test } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import { scopes, textMateGrammar } from "../../scripts/editors/textMate.ts";
import { isHardWord } from "../../src/dsl/ast/words.ts";
import { highlights } from "../../src/dsl/services/index.ts";
import { tokenizer } from "../../src/editor/tokenizer.ts";
import { programs, rightPrograms, root } from "./programs.ts";

interface Token {
  readonly line: number;
  readonly from: number;
  readonly text: string;
  readonly kind: string;
}

let grammar: IGrammar;
const kindOf = new Map<string, string>(Object.entries(scopes).map(([kind, scope]) => [scope, kind]));

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(
        readFileSync(join(root, "editors/textmate/dtp.tmLanguage.json"), "utf8"),
        "dtp.json",
      ),
  });
  const loaded = await registry.loadGrammar("source.dtp");
  if (!loaded) throw new Error("no grammar");
  grammar = loaded;
});

/** Tokens of a text by the TextMate grammar. */
function byTextMate(text: string): readonly Token[] {
  let stack = textmate.INITIAL;
  return text.split("\n").flatMap((line, at) => {
    const read = grammar.tokenizeLine(line, stack);
    stack = read.ruleStack;
    return read.tokens.flatMap(({ startIndex, endIndex, scopes: found }): Token[] => {
      const kind = kindOf.get(found.at(-1) ?? "");
      const word = line.slice(startIndex, Math.min(endIndex, line.length));
      return kind === undefined || word === "" ? [] : [{ line: at, from: startIndex, text: word, kind }];
    });
  });
}

/** The same by the tokenizer of JupyterLab, the playground and the site. */
function byTokenizer(text: string): readonly Token[] {
  const state = tokenizer.startState?.(2) ?? { now: { importing: false, before: "start", depth: 0 } };
  return text.split("\n").flatMap((line, at) => {
    const found: Token[] = [];
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = tokenizer.token(stream, state);
      if (kind !== null)
        found.push({ line: at, from: stream.start, text: line.slice(stream.start, stream.pos), kind });
    }
    return found;
  });
}

test("the grammar is the one that the word table gives", () => {
  expect(readFileSync(join(root, "editors/textmate/dtp.tmLanguage.json"), "utf8")).toBe(textMateGrammar());
});

test.each([
  'import a as b,\n  c from "std/models" show a as GiB',
  "let plan = 5 h\nlet a = [5 else, 5 plan, 8Ki tokens, 3 $2, 51.4%, 2.788M GPU-hours, $2.50/GPU-hour]",
  "sweep plan in [1 .. n]\nlet b = 1 c = 2\nfn keep(x) = x.keep (y)\nkeep = 3\n%live on\nx %y",
  'schedule = 1f1b, 1f1bx\nlet in = 5 µs // c\n\'a\' “b” "open\na ≤ b && c ** d : e\nwithin 5% hint "x" hint',
])("kinds of %j", (text) => expect(byTextMate(text)).toEqual(byTokenizer(text)));

test("every shipped program has the kinds that our own tokenizer gives", () => {
  expect(programs.length).toBeGreaterThan(100);
  for (const { path, text } of programs) {
    const wanted = byTokenizer(text);
    const found = byTextMate(text);
    const at = wanted.findIndex((token, i) => JSON.stringify(token) !== JSON.stringify(found[i]));
    if (at >= 0 || found.length !== wanted.length)
      expect.fail(`${path}: ${JSON.stringify(found[at])} instead of ${JSON.stringify(wanted[at])}`);
  }
});

test("in every shipped program the words of the grammar are those of the parser", () => {
  expect(rightPrograms.length).toBeGreaterThan(50);
  for (const { path, text, file } of rightPrograms) {
    const kinds = new Map(byTextMate(text).map((token) => [`${token.line}:${token.from}`, token.kind]));
    const begins = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let line = 0;
    for (const { span, kind } of highlights(file)) {
      while ((begins[line + 1] ?? Number.POSITIVE_INFINITY) <= span.start) line++;
      const word = text.slice(span.start, span.end);
      const place = `${path}:${line + 1} ${word}`;
      const seen = kinds.get(`${line}:${span.start - (begins[line] ?? 0)}`);
      if (kind === "comment" || kind === "string" || kind === "number") expect(seen, place).toBe(kind);
      else if (kind === "type") expect(seen, place).toBe("unit");
      else if (kind === "keyword" && isHardWord(word)) expect(["keyword", "bool"], place).toContain(seen);
      else if (kind === "keyword") expect(seen, place).toBe("keyword");
      else expect(["definition", "call", "property", "name"], place).toContain(seen);
    }
  }
});
