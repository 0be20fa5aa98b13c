import { describe, expect, test } from "vitest";
import { position } from "../../../src/dsl/diagnostics/index.ts";
import { parse } from "../../../src/dsl/syntax/index.ts";

/** `code line:column "marked text" message | help` of each diagnostic. */
function said(text: string, mode: "file" | "cell" = "file"): string[] {
  const source = { name: "x.dtp", text };
  return parse(source, mode).diagnostics.map((d) => {
    const span = d.place?.span ?? { start: 0, end: 0 };
    const { line, column } = position(source, span.start);
    const mark = text.slice(span.start, span.end);
    return `${d.code} ${line}:${column} [${mark}] ${d.message}${d.help ? ` | ${d.help}` : ""}`;
  });
}

const table: Record<string, [text: string, ...expected: string[]][]> = {
  numbers: [
    [
      "let n = 175B",
      "bare-billion 1:9 [175B] `175B` may be billions or bytes | write `175B params`, `175G` or `175 bytes`",
    ],
    ["let n = 80 GIB", "unknown-unit 1:12 [GIB] there is no unit `GIB` | did you mean `GiB`?"],
    ["let n = 400 GB/sec", "unknown-unit 1:13 [GB/sec] there is no unit `GB/sec` | did you mean `GB/s`?"],
    [
      "let n = 5 foo",
      "unknown-unit 1:11 [foo] there is no unit `foo` | units come from a closed list: `%help unknown-unit` prints it in a notebook, `dtp explain unknown-unit` in a terminal",
    ],
    [
      "let n = 16 Mi tokens",
      "unknown-unit 1:12 [Mi] there is no unit `Mi` | a scale touches its number: `16Mi`",
    ],
    [
      "let n = 2 d_model + 1",
      "unknown-unit 1:11 [d_model] there is no unit `d_model` | if it is a name, put the operator between: `2 * d_model`",
    ],
    [
      "let n = 989 TFLOPS",
      "unit-spelling 1:13 [TFLOPS] `TFLOPS` is read as `TFLOP/s` | `dtp fmt` writes `TFLOP/s`",
    ],
    ["let n = x as gib", "unknown-unit 1:14 [gib] there is no unit `gib` | did you mean `GiB`?"],
    ["let n = .5", "syntax 1:9 [.] expected an expression after `=`, but found `.` | write `0.5`"],
    ["let n = 1e999", "syntax 1:9 [1e999] expected a number below 1.8e308, but found `1e999`"],
  ],
  "missing pieces": [
    [
      "plan p { a = 1 b = 2 }",
      "missing-comma 1:16 [b] a comma is missing before `b` | on one line, fields are separated by commas; or give each its own line",
    ],
    [
      "plan p {\n  tp =\n  pp = 8\n}",
      "syntax 2:6 [=] expected an expression after `=`, but found the field `pp`",
    ],
    ["plan p {\n  tp = 8\n  pp = }\n", "syntax 3:8 [}] expected an expression after `=`, but found `}`"],
    ["model m {\n  layers 96\n}", "syntax 2:10 [96] expected `=` after `layers`, but found `96`"],
    ["plan {\n  tp = 8\n}", "syntax 1:6 [{] expected a name after `plan`, but found `{`"],
    ["let a = 3 +\nlet b = 4", "syntax 1:11 [+] expected an expression after `+`, but found `let`"],
    ["show base.\nshow x", "syntax 1:10 [.] expected a name after `.`, but found `show`"],
    ["let a = if b then 3", "syntax 1:19 [3] expected `else` after `3`, but found the end of the text"],
    ["expect a ~= 5 within x", "syntax 1:22 [x] expected a number after `within`, but found `x`"],
  ],
  brackets: [
    [
      "plan p {\n  tp = 8\n\nplan q {\n  tp = 4\n}\nshow q",
      "unclosed 1:8 [{] this `{` is never closed | add the missing `}`",
    ],
    ["let a = (1 + 2\nlet b = 3", "unclosed 1:9 [(] this `(` is never closed | add the missing `)`"],
    ["plan p {\n  a = f(1\n  b = 2\n}", "unclosed 2:8 [(] this `(` is never closed | add the missing `)`"],
    ['let a = "abc\nshow a', 'unclosed 1:9 ["abc] this `"` is never closed | add the missing `"`'],
    [
      "plan p { tp = 8 }}\nshow p",
      "stray-character 1:18 [}] the character `}` has no meaning here | no bracket is open that it could close",
    ],
  ],
  "habits from elsewhere": [
    [
      "plan p {\n  tp: 8\n}",
      "stray-character 2:5 [:] the character `:` has no meaning here | write `=` between a field and its value",
    ],
    ["let a = b && c", "stray-character 1:11 [&&] the character `&&` has no meaning here | write `and`"],
    [
      "// hi\nshow a",
      "stray-character 1:1 [// hi] the character `//` has no meaning here | comments begin with `#`",
    ],
    [
      "let a = 'x'",
      "stray-character 1:9 ['x'] the character `'` has no meaning here | write texts in straight double quotes: \"…\"",
    ],
    ["x = 5", "syntax 1:1 [x] expected a statement, but found `x =` | to name a value write `let x = …`"],
    ["pln a {\n  tp = 8\n}", "syntax 1:1 [pln] expected a statement, but found `pln` | did you mean `plan`?"],
    [
      'import "std/devices"',
      'syntax 1:8 ["std/devices"] expected `from` after `import`, but found `"std/devices"` | an import names definitions and a file: `import h100_sxm from "std/devices"`',
    ],
    [
      "plan p = q with pp = 3",
      "syntax 1:20 [=] expected an operator or a new statement after `pp`, but found `=` | the changes of `with` go in braces: `with { pp = … }`",
    ],
    [
      "expect a = 5",
      "syntax 1:10 [=] expected an operator or a new statement after `a`, but found `=` | `==` compares; `=` gives a value to a field or a name",
    ],
    [
      "let a = f (3)",
      "syntax 1:11 [(] expected an operator or a new statement after `f`, but found `(` | the `(` of a call touches its name: `f(`",
    ],
    [
      "let in = 5",
      "syntax 1:5 [in] expected a name after `let`, but found `in` | `in` is a word of the language; choose another name",
    ],
    [
      "let a = b < c < d",
      "syntax 1:15 [<] expected the end of the expression, but found `<` | put the expression before it in brackets: `( … )`",
    ],
    [
      "let a = b as GB * 2",
      "syntax 1:17 [*] expected the end of the expression, but found `*` | put the expression before it in brackets: `( … )`",
    ],
    [
      "a + 1",
      "syntax 1:1 [a + 1] expected a statement, but found a bare expression | to print it, write `show` before it",
    ],
    [
      "edition 2027",
      "unknown-edition 1:1 [edition 2027] this dtp knows no edition 2027; the latest it knows is 2026 | write `edition 2026`, or install a newer dtp",
    ],
  ],
};

for (const [title, rows] of Object.entries(table)) {
  describe(title, () => {
    test.each(rows.map(([text, ...expected]) => ({ text, expected })))("$text", ({ text, expected }) => {
      expect(said(text)).toEqual(expected);
    });
  });
}

test("one mistake leaves the statements around it whole, each mistake is told once", () => {
  const text = "let a = 1\nplan p {\n  tp = * 8\n  pp = 4\n  x = 80 GIB\n}\nlet b = = 2\nlet c = 3";
  const source = { name: "x", text };
  const { file, diagnostics } = parse(source, "file");
  expect(diagnostics.map((d) => `${d.code} ${position(source, d.place?.span.start ?? 0).line}`)).toEqual([
    "syntax 3",
    "unknown-unit 5",
    "syntax 7",
  ]);
  const names = file.items.map((item) => ("name" in item ? item.name.name : item.kind));
  expect(names).toEqual(expect.arrayContaining(["a", "p", "c"]));
});

test("messages never have the parser generator's words", () => {
  for (const rows of Object.values(table)) {
    for (const [text] of rows) {
      expect(said(text).join("\n")).not.toMatch(/Expecting|Redundant|EOF|token of type|-->/i);
    }
  }
});

test("a cell may end in a bare expression and mix imports; a file may not", () => {
  const text = 'let a = 1\nimport b from "./c.dtp"\na + 1';
  expect(said(text, "cell")).toEqual([]);
  expect(parse({ name: "x", text }, "cell").file.result?.kind).toBe("binary");
  expect(said(text, "file").map((line) => line.split(" ")[0])).toEqual(["misplaced-import", "syntax"]);
  expect(said("a\nb", "cell")).toEqual([
    "syntax 1:1 [a] expected a statement, but found a bare expression | only the last line of a cell may be bare; write `show` before it",
  ]);
});

test.each(["editionselective( 2026", "sweep s = t for (a", "show f([1", "let a = b with { x = (1 + 2"])(
  "a bracket that the text lacks takes no room in it: %s",
  (text) => {
    const { diagnostics, file } = parse({ name: "x.dtp", text }, "cell");
    expect(diagnostics.length).toBeGreaterThan(0);
    const ends = [file.result?.span, ...file.items.map((item) => item.span)].flatMap((s) =>
      s ? [s.end] : [],
    );
    for (const mode of ["cell", "file"] as const)
      for (const { place } of parse({ name: "x.dtp", text }, mode).diagnostics)
        ends.push(place?.span.end ?? 0);
    expect(Math.max(...ends)).toBeLessThanOrEqual(text.length);
  },
);
