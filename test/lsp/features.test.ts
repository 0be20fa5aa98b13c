import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type {
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InlayHint,
  Location,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { highlightKinds, highlights } from "../../src/dsl/services/index.ts";
import { parse } from "../../src/dsl/syntax/index.ts";
import { programOf } from "../../src/lsp/features/results.ts";
import { Client, marked } from "./client.ts";

const PROGRAM = `edition 2026

import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"

# A plan with tensor parallelism
# inside a node.
plan tp8 {
  seq_len = 8_192 tokens
  global_batch = 1_024 sequences
  tp = 8
  zero = 1
}

let base = llama3_8b on dgx_h100 with { plan = tp8 }
let twice = 2 * base.plan.tp
let plain = 3

expect {
  twice == 16
  twice == 17
  base.memory.fits == yes
}
show base
`;

let client: Client;
beforeEach(async () => {
  client = await Client.start();
});
afterEach(() => client.end());

/** Opens a text with a mark, and asks at the mark. */
async function at<Answer>(method: string, text: string, more: object = {}): Promise<Answer> {
  const { text: whole, position } = marked(text);
  const uri = await client.open("a.dtp", whole);
  return client.ask<Answer>(`textDocument/${method}`, { textDocument: { uri }, position, ...more });
}

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

describe("editing", () => {
  test("completion offers fields, with documentation when it is asked for", async () => {
    const list = await at<CompletionList>("completion", PROGRAM.replace("  zero = 1", "  micro_b|"));
    const found = list.items.find(({ label }) => label === "micro_batch");
    expect(found?.textEdit).toMatchObject({ newText: "micro_batch" });
    expect(found?.documentation).toBeUndefined();
    const full = await client.ask<CompletionItem>("completionItem/resolve", found);
    expect(full.documentation).toMatchObject({ kind: "markdown" });
    expect(JSON.stringify(full.documentation)).toMatch(/sequences/i);
  });

  test("hover shows documentation, and the value now after a check", async () => {
    const text = PROGRAM.replace("2 * base.plan.tp", "2 * base.plan.t|p");
    const { text: whole, position } = marked(text);
    const uri = await client.open("a.dtp", whole);
    await client.diagnostics(uri);
    const hover = await client.ask<Hover>("textDocument/hover", { textDocument: { uri }, position });
    expect(hover.contents).toMatchObject({ kind: "markdown" });
    expect(JSON.stringify(hover.contents)).toMatch(/now.*8/);
    expect(
      await client.ask("textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 0 } }),
    ).toBe(null);
  });

  test("formatting changes only what differs; a range only its statements", async () => {
    const uri = await client.open("a.dtp", "edition 2026\n\nlet   a=1\nlet   b=2\n");
    const edits = await client.ask<TextEdit[]>("textDocument/formatting", {
      textDocument: { uri },
      options: {},
    });
    expect(edits).toHaveLength(1);
    expect(edits[0]?.range.start.line).toBe(2);
    expect(edits[0]?.newText).toContain("a = 1");
    const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 3 } };
    const some = await client.ask<TextEdit[]>("textDocument/rangeFormatting", {
      textDocument: { uri },
      range,
      options: {},
    });
    expect(some[0]?.range.start.line).toBe(3);
    expect(some[0]?.newText).toContain("b = ");
    await client.edit(uri, { text: "edition 2026\n\nlet   a=(\n" });
    expect(await client.ask("textDocument/formatting", { textDocument: { uri }, options: {} })).toEqual([]);
  });
});

describe("a long document", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `let far_${at} = ${at} + 1\n`).join("");

  test("completion knows names far from the cursor, and replaces the word at it", async () => {
    const { text, position } = marked(
      `edition 2026\n\n${many}let near = far_99|\n${many.replaceAll("far", "later")}`,
    );
    const uri = await client.open("a.dtp", text);
    const list = await client.ask<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    const found = list.items.find(({ label }) => label === "far_999");
    const start = { ...position, character: "let near = ".length };
    expect(found?.textEdit).toEqual({ range: { start, end: position }, newText: "far_999" });
  });

  test("edits are followed, and syntax errors are shown", async () => {
    const uri = await client.open("a.dtp", `edition 2026\n\n${many}`);
    const ask = () => client.ask<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument: { uri } });
    expect(await ask()).toHaveLength(1_000);
    const at = { line: 500, character: 0 };
    await client.edit(uri, { range: { start: at, end: at }, text: "let added = 1\n" });
    const found = await ask();
    expect(found).toHaveLength(1_001);
    expect(found.find(({ name }) => name === "added")?.range.start).toEqual(at);
    expect(found.at(-1)?.range.start.line).toBe(1_002);
    const range = { start: at, end: { line: 500, character: 13 } };
    const some = await client.ask<{ data: number[] }>("textDocument/semanticTokens/range", {
      textDocument: { uri },
      range,
    });
    expect(some.data.length).toBeLessThan(50);
    expect(some.data.slice(0, 2)).toEqual([500, 0]);
    const version = await client.edit(uri, { range, text: "let added = (1" });
    const shown = await client.diagnostics(uri, (it) => it.version === version);
    expect(shown.map(({ code }) => code)).toContain("unclosed");
  });
});

describe("structure", () => {
  test("symbols with their fields", async () => {
    const uri = await client.open("a.dtp", PROGRAM);
    const found = await client.ask<DocumentSymbol[]>("textDocument/documentSymbol", {
      textDocument: { uri },
    });
    expect(found.map(({ name }) => name)).toEqual(["tp8", "base", "twice", "plain"]);
    expect(found[0]?.children?.map(({ name }) => name)).toEqual(["seq_len", "global_batch", "tp", "zero"]);
  });

  test("folds, the closing line left", async () => {
    const uri = await client.open("a.dtp", PROGRAM);
    const found = await client.ask<FoldingRange[]>("textDocument/foldingRange", { textDocument: { uri } });
    expect(found).toContainEqual({ startLine: 2, endLine: 3, kind: "imports" });
    expect(found).toContainEqual({ startLine: 5, endLine: 6, kind: "comment" });
    expect(found).toContainEqual({ startLine: 7, endLine: 11 });
  });

  test("selections grow from a number to the file", async () => {
    const [found] = await at<SelectionRange[]>("selectionRange", PROGRAM.replace("2 * base", "|2 * base"), {
      positions: [{ line: 15, character: 12 }],
    });
    const texts: number[] = [];
    for (let one = found; one; one = one.parent as SelectionRange) texts.push(one.range.start.line);
    expect(texts.length).toBeGreaterThanOrEqual(4);
    expect(texts.at(-1)).toBe(0);
  });

  test("semantic tokens of every word that has a role", async () => {
    const uri = await client.open("a.dtp", "fn f(x) = x * 80% # c\nlet a = f(2 GiB)\nlet b = base.plan\n");
    const { data } = await client.ask<{ data: number[] }>("textDocument/semanticTokens/full", {
      textDocument: { uri },
    });
    const legend = (client.capabilities.semanticTokensProvider as { legend: { tokenTypes: string[] } }).legend
      .tokenTypes;
    const kinds: string[] = [];
    for (let i = 0; i < data.length; i += 5) kinds.push(`${data[i + 2]}${legend[data[i + 3] ?? -1]}`);
    expect(kinds).toEqual([
      ...["2keyword", "1function", "1parameter", "1variable", "2number", "1type", "3comment"],
      ...["3keyword", "1variable", "1function", "1number", "3type"],
      ...["3keyword", "1variable", "4variable", "4property"],
    ]);
  });

  test("tokens after an edit, as a difference and whole, are those of the whole text", async () => {
    const lines = Array.from({ length: 900 }, (_, at) => `# ${at}\r\nlet v${at} = (${at} GiB,\n  v0)  // x`);
    const text = `edition 2026\n${lines.join("\n")}\n`;
    const uri = await client.open("a.dtp", text);
    const document = TextDocument.create(uri, "dtp", 1, text);
    const textDocument = { uri };
    const first = await client.ask<SemanticTokens>("textDocument/semanticTokens/full", { textDocument });
    const before = [...first.data];
    let { resultId: previousResultId } = first;
    const edits = [
      [{ start: { line: 900, character: 0 }, end: { line: 900, character: 0 } }, "let more = 1\nshow more\n"],
      [{ start: { line: 3, character: 0 }, end: { line: 9, character: 0 } }, ""],
      [{ start: { line: 20, character: 2 }, end: { line: 20, character: 2 } }, "x"],
    ] as const;
    for (const [range, text] of edits) {
      await client.edit(uri, { range, text });
      const delta = await client.ask<SemanticTokensDelta>("textDocument/semanticTokens/full/delta", {
        textDocument,
        previousResultId,
      });
      previousResultId = delta.resultId;
      expect(delta.edits[0]?.data?.length).toBeLessThan(60);
      for (const { start, deleteCount, data = [] } of delta.edits) before.splice(start, deleteCount, ...data);
      const now = TextDocument.update(document, [{ range, text }], 2);
      expect(before).toEqual(tokensOf(now));
    }
    const unknown = await client.ask<SemanticTokens>("textDocument/semanticTokens/full/delta", {
      textDocument,
      previousResultId: "other",
    });
    expect(unknown.data).toEqual(before);
  });
});

/** Tokens of a document, each placed by itself. */
function tokensOf(document: TextDocument): number[] {
  const { file } = parse({ name: "", text: document.getText() }, "file");
  let last = { line: 0, character: 0 };
  return highlights(file).flatMap(({ span, kind }) => {
    const at = document.positionAt(span.start);
    const line = at.line - last.line;
    const character = line === 0 ? at.character - last.character : at.character;
    last = at;
    return [line, character, span.end - span.start, highlightKinds.indexOf(kind), 0];
  });
}

describe("names", () => {
  test("definition in the file, in the library, and of an imported file", async () => {
    const own = await at<Location>("definition", PROGRAM.replace("plan = tp8 }", "plan = t|p8 }"));
    expect(own.range.start).toEqual({ line: 7, character: 5 });
    const library = await at<Location>("definition", PROGRAM.replace("= llama3_8b on", "= llama|3_8b on"));
    expect(library.uri).toMatch(/std\/models\.dtp$/);
    expect(library.range.start.line).toBeGreaterThan(0);
    const path = await at<Location>("definition", PROGRAM.replace('"std/models"', '"std/mod|els"'));
    expect(path.uri).toMatch(/std\/models\.dtp$/);
  });

  test("definition of a table, a configuration, a log and a trace is the file", async () => {
    const files = {
      "rows.csv": client.write("rows.csv", "name,size\na,1\n"),
      "config.json": client.write("config.json", '{"model_type": "llama"}'),
      "train.log": client.write("train.log", "nothing\n"),
      "rank0.json.gz": client.write("rank0.json.gz", "not read for this"),
    };
    for (const [name, uri] of Object.entries(files))
      for (const text of [
        `import o|ne from "./${name}"\n`,
        `import one from "./${name.replace(".", "|.")}"\n`,
      ])
        expect(await at<Location>("definition", `edition 2026\n\n${text}show one\n`)).toEqual({
          uri,
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        });
    expect(await at("definition", 'edition 2026\n\nimport one from "./no|ne.csv"\n')).toBe(null);
    expect(await at("definition", 'edition 2026\n\nimport one from "./no|ne.sqlite"\n')).toBe(null);
  });

  test("references in all files of the project", async () => {
    const other = client.write("other.dtp", 'edition 2026\n\nimport tp8 from "./a.dtp"\n\nshow tp8\n');
    client.write("third.dtp", "edition 2026\n\nplan tp8 { tp = 1 }\n");
    const found = await at<Location[]>("references", PROGRAM.replace("plan = tp8 }", "plan = t|p8 }"), {
      context: { includeDeclaration: true },
    });
    expect(found.map(({ uri, range }) => [uri === other, range.start.line])).toEqual([
      [false, 7],
      [false, 14],
      [true, 2],
      [true, 4],
    ]);
    const highlights = await at<unknown[]>(
      "documentHighlight",
      PROGRAM.replace("plan = tp8 }", "plan = t|p8 }"),
    );
    expect(highlights).toHaveLength(2);
  });

  test("rename in all files", async () => {
    const other = client.write("other.dtp", 'edition 2026\n\nimport tp8 from "./a.dtp"\n\nshow tp8\n');
    const { changes = {} } = await at<WorkspaceEdit>("rename", PROGRAM.replace("plan tp8", "plan t|p8"), {
      newName: "wide",
    });
    expect(Object.values(changes).flat()).toHaveLength(4);
    expect(changes[other]?.map(({ newText }) => newText)).toEqual(["wide", "wide"]);
  });

  test.each([
    ["a library's name", "= llama|3_8b on", "= llama3_8b on", "mine", /library/],
    ["a taken name", "plan t|p8", "plan tp8", "base", /taken/],
    ["a word of the language", "plan t|p8", "plan tp8", "let", /word of the language/],
    ["no name", "plan t|p8", "plan tp8", "a b", /not a name/],
    ["a name that a field hides", "let pl|ain = 3", "let plain = 3", "zero", /field/],
  ])("refuses to rename: %s", async (_, mark, without, newName, why) => {
    const text = PROGRAM.replace("  tp = 8", "  tp = 5 + plain").replace(without, mark);
    await expect(at("rename", text, { newName })).rejects.toThrow(why);
  });

  test("a field of the same name stays when a name is renamed", async () => {
    const text = "edition 2026\n\nlet t|p = 4\nplan p { tp = 8, pp = tp }\nlet b = tp + 1\n";
    const { changes = {} } = await at<WorkspaceEdit>("rename", text, { newName: "degree" });
    expect(
      Object.values(changes)
        .flat()
        .map(({ range }) => range.start.line),
    ).toEqual([2, 4]);
  });
});

describe("results", () => {
  test("values beside let, marks beside expect", async () => {
    const uri = await client.open("a.dtp", PROGRAM);
    const none = await client.ask<InlayHint[]>("textDocument/inlayHint", {
      textDocument: { uri },
      range: WHOLE,
    });
    expect(none).toEqual([]);
    await client.diagnostics(uri);
    const found = await client.ask<InlayHint[]>("textDocument/inlayHint", {
      textDocument: { uri },
      range: WHOLE,
    });
    expect(found.map(({ position, label }) => [position.line, label])).toEqual([
      [15, "= 16"],
      [19, "✓ 16"],
      [20, "✗ 16"],
      [21, "✓ yes"],
    ]);
  });

  test("lenses run, explain and search", async () => {
    const uri = await client.open("a.dtp", PROGRAM);
    await client.diagnostics(uri);
    const lenses = await client.ask<{ command: { command: string; title: string; arguments: unknown[] } }[]>(
      "textDocument/codeLens",
      { textDocument: { uri } },
    );
    expect(lenses.map(({ command }) => command.title)).toEqual(["Run", "Explain", "Best plan"]);
    const run = (at: number) => client.ask<string>("workspace/executeCommand", lenses[at]?.command);
    expect(await run(0)).toMatch(/memory/i);
    expect(await run(1)).toMatch(/step/i);
    const wrong = { command: "dtp.explain", arguments: [uri, "a b"] };
    await expect(client.ask("workspace/executeCommand", wrong)).rejects.toThrow(/scenario/);
  });

  test("a command evaluates the definitions and its own statement, under a name that is free", () => {
    const text = "let best = 1\nshow best\nexpect best == 2\n";
    expect(programOf("dtp.run", text, undefined)).toBe(text);
    const search = programOf("dtp.bestPlan", text, "best") ?? "";
    expect(search.replace(/\s*\n\s*/g, "; ")).toBe("let best = 1; search best_ = best; show best_; ");
    expect(programOf("dtp.explain", text, "best; show x")).toBe(null);
    expect(programOf("dtp.other", text, "best")).toBe(null);
  });
});
