import { describe, expect, test } from "vitest";
import type { Expr, Span } from "../../../src/dsl/ast/ast.ts";
import { DtpParser } from "../../../src/dsl/syntax/grammar/dtpParser.ts";
import { isComplete, parse, printExpr } from "../../../src/dsl/syntax/index.ts";
import { createLexer } from "../../../src/dsl/syntax/tokens/tokens.ts";
import { corpus } from "./corpus.ts";

function expression(text: string): Expr {
  const { file, diagnostics } = parse({ name: "x", text }, "cell");
  expect(
    diagnostics.filter((d) => d.severity === "error"),
    text,
  ).toEqual([]);
  if (!file.result) throw new Error(`no expression: ${text}`);
  return file.result;
}

/** The tree with brackets round every operation. */
function grouped(expr: Expr): string {
  switch (expr.kind) {
    case "binary":
      return `(${grouped(expr.left)} ${expr.op} ${grouped(expr.right)})`;
    case "unary":
      return `(${expr.op} ${grouped(expr.operand)})`;
    case "as":
      return `(${grouped(expr.value)} as ${expr.unit})`;
    case "paren":
      return grouped(expr.inner);
    default:
      return printExpr(expr);
  }
}

test("the tokens can all match; the grammar has no ambiguity and no left recursion", () => {
  expect(createLexer(true).lexerDefinitionErrors).toEqual([]);
  expect(() => new DtpParser(true)).not.toThrow();
});

test.each(corpus)("$name parses without a word", ({ text }) => {
  expect(parse({ name: "x", text }, "cell").diagnostics).toEqual([]);
});

describe("numbers are one token", () => {
  test.each([
    ["12_288", 12288, undefined, undefined],
    ["1e9", 1e9, undefined, undefined],
    ["2.5", 2.5, undefined, undefined],
    ["8Ki", 8, "Ki", undefined],
    ["175G", 175, "G", undefined],
    ["16Mi tokens", 16, "Mi", "tokens"],
    ["405B params", 405, "B", "params"],
    ["2.788M GPU-hours", 2.788, "M", "GPU-hours"],
    ["15.6T tokens", 15.6, "T", "tokens"],
    ["$2.50/GPU-hour", 2.5, undefined, "$/GPU-hour"],
    ["$5.6M", 5.6, "M", "$"],
    ["80 GiB", 80, undefined, "GiB"],
    ["80GiB", 80, undefined, "GiB"],
    ["450 GB/s", 450, undefined, "GB/s"],
    ["51.4%", 51.4, undefined, "%"],
    ["5 min", 5, undefined, "min"],
    ["1 b", 1, undefined, "b"],
    ["175 bytes", 175, undefined, "bytes"],
    ["64 sequences", 64, undefined, "sequences"],
  ])("%s", (text, value, scale, unit) => {
    const expr = expression(text);
    if (expr.kind !== "number") throw new Error(expr.kind);
    expect([expr.value, expr.scale, expr.unit, expr.text]).toEqual([value, scale, unit, text]);
    const { unitSpan } = expr;
    const spelt = unitSpan && text.slice(unitSpan.start, unitSpan.end);
    expect(spelt).toBe(unit?.startsWith("$/") ? text : unit);
  });

  test.each([
    ["16_384 GPUs * 54 days / 419", "((16_384 GPUs * 54 days) / 419)"],
    ["450 GB / s", "(450 GB / s)"],
    ["10 GiB/2", "(10 GiB / 2)"],
    ["if 5 < 6 then 5 else 6", "if 5 < 6 then 5 else 6"],
    ["5 in [1, 2]", "(5 in [1, 2])"],
    ["8 - 3", "(8 - 3)"],
  ])("%s: words and operators behind a number stay what they are", (text, tree) => {
    expect(grouped(expression(text))).toBe(tree);
  });
});

describe("binding", () => {
  test.each([
    ["a + b * c", "(a + (b * c))"],
    ["a - b - c", "((a - b) - c)"],
    ["a ^ b ^ c", "(a ^ (b ^ c))"],
    ["-a ^ 2", "(- (a ^ 2))"],
    ["2 ^ -a", "(2 ^ (- a))"],
    ["-a * b", "((- a) * b)"],
    ["not a == b and c or d", "(((not (a == b)) and c) or d)"],
    ["a + b <= 90% * c", "((a + b) <= (90% * c))"],
    ["a * b as GB/s", "((a * b) as GB/s)"],
    ["a as GiB < b as MiB", "((a as GiB) < (b as MiB))"],
    ["m on c with p", "((m on c) with p)"],
    ["m on (c with { nodes = 8 }) with p", "((m on (c with { nodes = 8 })) with p)"],
    ["a or b with c", "((a or b) with c)"],
    ["a as $", "(a as $)"],
    ["a as $/GPU-hour", "(a as $/GPU-hour)"],
    ["a as %", "(a as %)"],
  ])("%s", (text, tree) => {
    expect(grouped(expression(text))).toBe(tree);
  });
});

test("words of statements are names where a name stands", () => {
  const text =
    "plan p {\n  model = 1\n  keep = 2\n  from = cluster.nodes\n  cite = 3\n  within = 4\n}\nshow plan.tp, keep";
  const { file, diagnostics } = parse({ name: "x", text }, "file");
  expect(diagnostics).toEqual([]);
  expect(file.items.map((i) => i.kind)).toEqual(["define", "show"]);
});

test("doc comments belong to the next definition or field, trailing ones to none", () => {
  const text =
    "## one\n## two\nplan p {  ## aside\n  tp = 8  ## behind\n  # plain\n  ## field\n  pp = 4\n}\n## let\nlet a = 1";
  const { file } = parse({ name: "x", text }, "file");
  const [plan, let_] = file.items;
  if (plan?.kind !== "define" || plan.body.kind !== "record" || let_?.kind !== "let") throw new Error("tree");
  expect(plan.doc).toBe("one\ntwo");
  expect(plan.body.fields.map((f) => f.doc)).toEqual([undefined, "field"]);
  expect(let_.doc).toBe("let");
  expect(file.comments.map((c) => [c.text, c.doc])).toEqual([
    ["one", true],
    ["two", true],
    ["aside", true],
    ["behind", true],
    ["plain", false],
    ["field", true],
    ["let", true],
  ]);
});

test("every span holds the text of its node and lies inside its parent's", () => {
  let [seen, limits] = [0, 0];
  for (const { text } of corpus) {
    const visit = (node: unknown, within: Span): void => {
      if (Array.isArray(node)) {
        for (const item of node) visit(item, within);
        return;
      }
      if (typeof node !== "object" || node === null) return;
      const record = node as Record<string, unknown>;
      const span = (record.span as Span | undefined) ?? within;
      expect(span.start).toBeGreaterThanOrEqual(within.start);
      expect(span.end).toBeLessThanOrEqual(within.end);
      const written = text.slice(span.start, span.end);
      expect(written.trim()).toBe(written);
      // Only the number of a limit of `within` is written: the rest of its condition follows from the unit.
      if (record.kind === "where" && record.budget) {
        visit(record.budget, span);
        limits++;
        return;
      }
      if (record.kind === "name" || (record.name && !record.kind && typeof record.name === "string")) {
        expect(written).toBe(record.name);
        seen++;
      }
      if (record.kind === "number") expect(written).toBe(record.text);
      if (record.kind === "binary") {
        const op = record.opSpan as Span;
        expect(text.slice(op.start, op.end)).toBe(record.op);
      }
      for (const [key, value] of Object.entries(record)) if (!/[sS]pan$/.test(key)) visit(value, span);
    };
    const { file } = parse({ name: "x", text }, "cell");
    visit(file.items, { start: 0, end: text.length });
  }
  expect(seen).toBeGreaterThan(300);
  expect(limits).toBeGreaterThan(0);
});

describe("a console asks whether a text is complete", () => {
  test.each([
    ["", "complete", ""],
    ["let a = 3", "complete", ""],
    ["base", "complete", ""],
    ["plan p {", "incomplete", "  "],
    ["plan p {\n  tp = ", "incomplete", "    "],
    ["show base with {\n  a = f(", "incomplete", "    "],
    ["let a = 3 +", "incomplete", "  "],
    ["plan p", "incomplete", "  "],
    ["x as", "incomplete", "  "],
    ["let = ", "invalid", ""],
    ["let a = )", "invalid", ""],
    ["plan p { tp = = 3", "invalid", ""],
    ['let a = "x', "invalid", ""],
    ["let a = 175B\nplan p {", "invalid", ""],
  ])("%j: %s", (text, status, indent) => {
    expect(isComplete(text)).toEqual({ status, indent });
  });
});
