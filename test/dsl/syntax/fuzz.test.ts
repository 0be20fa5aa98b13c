import { expect, test } from "vitest";
import { format, isComplete, parse } from "../../../src/dsl/syntax/index.ts";
import { corpus, random } from "./corpus.ts";

const pieces = corpus.flatMap(({ text }) => text.split(/\n(?=\S)/));
const words = [
  ..."{}[]()=,.+-*/^<>~!#\"'$%:;@\\\n\r\t \u0000\u2028é😀",
  ..."let fn show plot with on as if then else for in where keep cite within plan model import from none not".split(
    " ",
  ),
  "##",
  "8Ki",
  "175B",
  "$2/GPU-hour",
  "TFLOPS",
  "1e999",
  "0x1",
  "edition 2026",
  "//",
  "\ufeff",
];

/** A few statements with some characters and words taken out, doubled, moved or put in. */
function mutate(next: () => number): string {
  const at = (n: number) => Math.floor(next() * n);
  let text = Array.from({ length: 1 + at(2) }, () => pieces[at(pieces.length)] ?? "").join("\n");
  for (let edits = 1 + at(6); edits > 0; edits--) {
    const from = at(text.length + 1);
    const to = Math.min(text.length, from + at(12));
    const kind = at(4);
    const put =
      kind === 0 ? "" : kind === 1 ? (words[at(words.length)] ?? "") : text.slice(from, to).repeat(kind);
    text = text.slice(0, from) + put + text.slice(kind === 0 ? to : from);
  }
  return text;
}

function noise(next: () => number): string {
  const length = Math.floor(next() * 80);
  return Array.from({ length }, () =>
    String.fromCharCode(Math.floor(next() * (next() < 0.9 ? 127 : 65536))),
  ).join("");
}

function check(text: string): void {
  const { file, diagnostics } = parse({ name: "fuzz", text }, "cell");
  for (const { place, related, message } of diagnostics) {
    for (const span of [place?.span, ...related.map((r) => r.place.span)]) {
      if (!span || !(span.start >= 0 && span.start <= span.end && span.end <= text.length)) {
        throw new Error(`span ${span?.start}..${span?.end} of ${text.length}: ${message}`);
      }
    }
  }
  format(file);
}

test("10,000 mutated programs and random bytes: never a throw, a hang or a place outside the text", () => {
  const next = random(20261121);
  let slowest = 0;
  for (let i = 0; i < 10_000; i++) {
    const text = i % 5 === 4 ? noise(next) : mutate(next);
    const start = performance.now();
    try {
      check(text);
    } catch (error) {
      throw new Error(`program ${i}: ${JSON.stringify(text)}`, { cause: error });
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  // Only what hangs takes so long, on the slowest machine.
  expect(slowest).toBeLessThan(20_000);
}, 60_000);

test("every beginning of a program is told complete, incomplete or invalid", () => {
  for (const { text } of corpus) {
    for (let end = 0; end < text.length; end += 7) isComplete(text.slice(0, end));
    expect(isComplete(text).status, text).toBe("complete");
  }
});

test("what nests without end is refused, not a crash", () => {
  const repeat = (text: string) => `let a = ${text.repeat(Math.floor(60_000 / text.length))}1`;
  const deep = [
    "(",
    "[",
    "{ a = ",
    "f(",
    "-",
    "not ",
    "if a then ",
    "1 + ",
    "2 ^ ",
    "a.",
    "a with ",
    "1 as GB + ",
  ];
  for (const text of deep) {
    const { diagnostics } = parse({ name: "deep", text: repeat(text) }, "cell");
    expect(
      diagnostics.map((d) => d.code),
      text,
    ).toContain("too-deep");
    expect(diagnostics).toHaveLength(1);
  }
  const nested = `let a = ${"(".repeat(100)}1${")".repeat(100)}`;
  expect(parse({ name: "x", text: nested }, "file").diagnostics).toEqual([]);
  const chain = `let a = ${"if b then 1 else ".repeat(90)}2`;
  expect(parse({ name: "x", text: chain }, "file").diagnostics).toEqual([]);
});

test("more than 1 MB is refused before it is read", () => {
  const large = parse({ name: "x", text: `# ${"é".repeat(500_000)}` }, "file");
  expect(large.diagnostics.map((d) => d.code)).toEqual(["too-large"]);
  expect(parse({ name: "x", text: `# ${"e".repeat(999_000)}` }, "file").diagnostics).toEqual([]);
});

test("a hundred kilobytes of one thing, or deep nests, take no long time", () => {
  const units = [
    "a\n",
    "show )\n",
    "plan p { x = = }\n",
    "1x ",
    "{",
    "a.",
    "let a = 1\n",
    ";a",
    "\n## d",
    "'",
    '"',
  ];
  const long = units.map((unit) => unit.repeat(Math.floor(100_000 / unit.length)));
  const nests = ["(a + ", "[a, ", "f(x = a, ", "-(a * [", "{ a = (b with "].map((open) => {
    const closers: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
    const close = [...open]
      .reverse()
      .map((c) => closers[c] ?? "")
      .join("");
    const count = Math.floor(99 / close.length);
    return [
      `let a = ${open.repeat(count)}1${close.repeat(count)}`,
      `let a = ${open.repeat(count)}\n1${close.repeat(count)}`,
    ];
  });
  for (const text of [...long, ...nests.flat()]) {
    const start = performance.now();
    format(parse({ name: "x", text }, "cell").file);
    expect(performance.now() - start, text.slice(0, 40)).toBeLessThan(20_000);
  }
}, 60_000);
