import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/dsl/ast/ast.ts";
import { diagnostic, diagnosticOf, type Place, render } from "../../../src/dsl/diagnostics/index.ts";
import { runs } from "../../support/runs.ts";

/** The place of a piece of the text. */
const place = (source: Source, piece: string, from = 0): Place => {
  const start = source.text.indexOf(piece, from);
  if (start < 0) throw new Error(`no ${piece}`);
  return { source, span: { start, end: start + piece.length } };
};
const source = (text: string, name = "plan.dtp"): Source => ({ name, text });
const drawn = (...lines: readonly string[]) => lines.join("\n");

describe("render draws language.md's frames", () => {
  it("primary and secondary labels, notes, help", () => {
    const plan = source("plan p {\n  tp = 1\n  # stages\n  pp = 16\n  vpp = 2\n}\n");
    const d = diagnostic("not-divisible", { layers: 80, pp: 16, vpp: 2 }, place(plan, "16"), {
      related: [{ place: place(plan, "2"), label: "2 virtual stages per stage" }],
      notes: ["model `llama3_70b` sets layers = 80 (std/models.dtp:31)"],
    });
    expect(render(d)).toBe(
      drawn(
        "error[not-divisible]: 80 layers do not divide into 16 stages of 2 virtual stages",
        "  --> plan.dtp:4:8",
        "4 |   pp = 16",
        "  |        ^^ 16 * 2 = 32 chunks; 80 / 32 = 2.5",
        "5 |   vpp = 2",
        "  |         - 2 virtual stages per stage",
        "  = model `llama3_70b` sets layers = 80 (std/models.dtp:31)",
        "  = help: vpp = 1 or 5 divides; or `split = uneven`",
      ),
    );
  });

  it("layers that divide with a place each for embedding and head", () => {
    const help = (layers: number) => render(diagnostic("not-divisible", { layers, pp: 8, vpp: 8 }));
    expect(help(126)).toContain("or `split = lighter_ends`");
    expect(help(120)).toContain("or `split = uneven`");
  });

  it("a message without a place", () => {
    const d = diagnostic("unknown-field", {
      kind: "plan",
      field: "micro_batches",
      suggestion: "micro_batch",
      doc: "The number of sequences in one micro-batch.",
    });
    expect(render(d)).toBe(
      drawn(
        "error[unknown-field]: a plan has no field `micro_batches`",
        "  = help: did you mean `micro_batch`? It is the number of sequences in one micro-batch.",
      ),
    );
  });

  it("tabs, wide and combining characters keep the underline below its text", () => {
    const text = source('\tlet 模型 = "e\u0301" + 3 s\n');
    const d = diagnostic("division-by-zero", {}, place(text, "3 s"));
    expect(render(d).split("\n").slice(2)).toEqual([
      '1 |     let 模型 = "e\u0301" + 3 s',
      "  |                      ^^^ this is 0",
    ]);
  });

  it("a span of several lines", () => {
    const text = source("let a = [\n  1\n  2\n  3\n]\n");
    const d = diagnostic(
      "wrong-type",
      { what: "`tp`", wanted: "a number", found: "a list" },
      place(text, "[\n  1\n  2\n  3\n]"),
      {
        label: "a list",
      },
    );
    expect(render(d).split("\n").slice(1)).toEqual([
      "  --> plan.dtp:1:9",
      "1 | let a = [",
      "  |         ^",
      "...",
      "5 | ]",
      "  | ^ a list",
    ]);
  });

  it("several files, and line numbers of several digits", () => {
    const first = source(`${"\n".repeat(99)}let a = 1\n`, "a.dtp");
    const second = source("let a = 2\n", "b.dtp");
    const d = diagnostic("duplicate-definition", { name: "a" }, place(first, "a"), {
      related: [{ place: place(second, "a"), label: "the first" }],
    });
    expect(render(d)).toBe(
      drawn(
        "error[duplicate-definition]: `a` is defined twice",
        "    --> a.dtp:100:5",
        "100 | let a = 1",
        "    |     ^ the second definition",
        "    ::: b.dtp:1:5",
        "  1 | let a = 2",
        "    |     - the first",
        "    = help: give one of them another name; to change a thing use `with`",
      ),
    );
  });

  it("the end of a text, and windows line ends", () => {
    const text = source("plan p {\r\n  tp = 8\r\n");
    const end = { source: text, span: { start: text.text.length, end: text.text.length } };
    expect(
      render(diagnostic("syntax", { expected: "`}`", found: "the end of the text" }, end))
        .split("\n")
        .slice(1),
    ).toEqual(["  --> plan.dtp:3:1", "3 |", "  | ^"]);
    expect(render(diagnostic("division-by-zero", {}, place(text, "8")))).not.toContain("\r");
  });

  it("cuts a line that is too long to show, around the mark", () => {
    const text = source(`let a = ${"1 + ".repeat(500)}b\n`);
    const lines = render(diagnostic("unknown-name", { name: "b" }, place(text, "b"))).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
    const [, , shown = "", underline = ""] = lines;
    expect(shown[underline.indexOf("^")]).toBe("b");
  });

  it("a failed expectation with its values below", () => {
    const text = source("expect t.mfu ~= 51.4% within 10%\n", "paper.dtp");
    const whole = place(text, "t.mfu ~= 51.4% within 10%");
    const d = diagnostic("expect-failed", { text: "t.mfu is 44.9%", cite: "Table 5" }, whole, {
      title: "Table 5",
      values: [
        { span: place(text, "t.mfu").span, text: "44.9%" },
        { span: place(text, "51.4%").span, text: "off by -12.6%" },
      ],
    });
    const lines = render(d).split("\n");
    expect(lines[0]).toMatch(/^expect failed: Table 5 +paper\.dtp:1$/);
    expect(lines.slice(1)).toEqual([
      "    t.mfu ~= 51.4% within 10%",
      "    |        |",
      "    44.9%    off by -12.6%",
    ]);
  });

  it("values that would overlap go below each other", () => {
    const text = source("a + b == c\n");
    const d = diagnostic("expect-failed", { text: "no" }, place(text, "a + b == c"), {
      values: ["a", "b", "c"].map((name) => ({ span: place(text, name).span, text: `${name} is long` })),
    });
    expect(render(d).split("\n").slice(2)).toEqual([
      "    |   |    |",
      "    |   |    c is long",
      "    |   b is long",
      "    a is long",
    ]);
  });

  it("escape sequences of the text never reach the terminal", () => {
    const text = source('let a = "\u001b[31m\u202e" + x\n');
    const lines = render(diagnostic("unknown-name", { name: "x" }, place(text, "x")));
    expect(lines).not.toContain("\u001b");
    expect(lines).not.toContain("\u202e");
    expect(render(diagnostic("unknown-name", { name: "x" }, place(text, "x")), { color: true })).toContain(
      "\u001b[1;31m",
    );
  });

  it("says so when a code is not in the catalogue", () => {
    expect(diagnosticOf("no-such-code", {}).message).toContain("a mistake in dtp itself");
    expect(diagnosticOf("tp-beyond-scale-up", { tp: 16, domain: 8 }).severity).toBe("warning");
  });

  it("never fails, whatever the text and the span", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.integer(),
        fc.integer(),
        (text, start, end) => {
          const d = diagnostic(
            "syntax",
            { expected: "x", found: "y" },
            { source: source(text), span: { start, end } },
          );
          return render(d).startsWith("error[syntax]");
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
