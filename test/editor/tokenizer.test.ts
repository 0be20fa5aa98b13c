import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StringStream } from "@codemirror/language";
import { describe, expect, test } from "vitest";
import { hardWords } from "../../src/dsl/ast/words.ts";
import { createLexer } from "../../src/dsl/syntax/tokens/tokens.ts";
import { tokenizer } from "../../src/editor/tokenizer.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Token {
  readonly from: number;
  readonly text: string;
  readonly kind: string;
}

/** What an editor shows of a text: its tokens, line after line. */
function highlight(text: string): readonly Token[] {
  const state = tokenizer.startState?.(2) ?? { now: { importing: false, before: "start", depth: 0 } };
  const found: Token[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = tokenizer.token(stream, state);
      if (stream.pos <= stream.start) throw new Error(`no progress in ${line}`);
      if (kind !== null)
        found.push({ from: at + stream.start, text: line.slice(stream.start, stream.pos), kind });
    }
    at += line.length + 1;
  }
  return found;
}

function kinds(text: string): string {
  return highlight(text)
    .map(({ text, kind }) => `${text}:${kind}`)
    .join(" ");
}

describe("the highlighter", () => {
  test.each([
    ["plan tp8 {", "plan:keyword tp8:definition {:bracket"],
    ["  tp = 8  # eight", "tp:property =:operator 8:number # eight:comment"],
    ["dp = fill", "dp:property =:operator fill:name"],
    ["nic = 400 Gb/s,", "nic:property =:operator 400:number Gb/s:unit ,:punctuation"],
    ["$2.50/GPU-hour", "$2.50/GPU-hour:number"],
    ["16Mi tokens", "16Mi:number tokens:unit"],
    ["51.4%", "51.4:number %:unit"],
    ["5 else", "5:number else:keyword"],
    [
      "mlp = gelu(d_ff = 4 * d_model)",
      "mlp:property =:operator gelu:call (:bracket d_ff:property =:operator 4:number *:operator d_model:name ):bracket",
    ],
    ["show base.memory as GiB", "show:keyword base:name .:punctuation memory:property as:keyword GiB:unit"],
    [
      'import a as b, c from "std/models"',
      'import:keyword a:name as:keyword b:name ,:punctuation c:name from:keyword "std/models":string',
    ],
    [
      "for plan.tp in [1, 2]",
      "for:keyword plan:name .:punctuation tp:property in:keyword [:bracket 1:number ,:punctuation 2:number ]:bracket",
    ],
    ["sweep plan in", "sweep:keyword plan:definition in:keyword"],
    ["minimize e keep 5", "minimize:keyword e:name keep:keyword 5:number"],
    ["keep = 3", "keep:property =:operator 3:number"],
    ['within 5% cite "a"', 'within:keyword 5:number %:unit cite:keyword "a":string'],
    ["flash_attention = true", "flash_attention:property =:operator true:bool"],
    ["schedule = 1f1b", "schedule:property =:operator 1f1b:name"],
    ["%live on", "%live on:magic"],
    ['"open', '"open:string'],
    ["a == b ~= c", "a:name ==:operator b:name ~=:operator c:name"],
  ])("%s", (text, expected) => expect(kinds(text)).toBe(expected));

  test("every hard word is a keyword or a value", () => {
    for (const word of hardWords) expect(kinds(word)).toMatch(/:(keyword|bool)$/);
  });

  // Shared words keep the two from drifting apart; this shows that they have not.
  test("agrees with the lexer on every shipped program", () => {
    const programs = ["src/std", "examples"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".dtp"))
        .map((name) => join(root, folder, name)),
    );
    expect(programs.length).toBeGreaterThan(5);
    const lexer = createLexer();
    for (const path of programs) {
      const text = readFileSync(path, "utf8");
      const inOrder = highlight(text);
      const shown = new Map(inOrder.map((token, i) => [token.from, { ...token, next: inOrder[i + 1] }]));
      const { tokens, groups } = lexer.tokenize(text);
      for (const token of [...tokens, ...(groups.comments ?? [])]) {
        const place = `${path} at ${token.startOffset}: ${token.image}`;
        const seen = shown.get(token.startOffset);
        if (!seen) expect.fail(`${place} is not shown`);
        const name = token.tokenType.name;
        if (name === "Number") {
          const unit = seen.next && seen.text !== token.image ? seen.next.text : "";
          expect(`${seen.kind} ${seen?.text}${unit}`, place).toBe(`number ${token.image.replace(/ /g, "")}`);
        } else if (name === "Quoted")
          expect(seen, place).toMatchObject({ kind: "string", text: token.image });
        else if (name === "Comment") expect(seen, place).toMatchObject({ kind: "comment" });
        else if (name === "Unit") expect(seen, place).toMatchObject({ kind: "unit", text: token.image });
        else if ((hardWords as readonly string[]).includes(token.image))
          expect(["keyword", "bool"], place).toContain(seen.kind);
        else expect(seen.text, place).toBe(token.image);
      }
    }
  });
});
