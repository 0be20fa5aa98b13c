import { describe, expect, it } from "vitest";
import { escapeHtml } from "../../../src/report/escaping/escape.ts";
import {
  type Document,
  dataTable,
  derivationTree,
  documentOf,
  modelCard,
  toHtml,
  toLatex,
  toMarkdown,
  toText,
} from "../../../src/report/index.ts";
import { sampleScenario } from "../../support/sampleEstimate.ts";

const NASTY = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "'onmouseover='alert(1)",
  "</td></table><iframe src=javascript:alert(1)>",
  "&lt;b&gt; stays as written",
  "`$" + "{alert(1)}`",
];

function nastyDocument(text: string): Document {
  return documentOf(
    { kind: "heading", level: 1, text },
    { kind: "paragraph", text },
    { kind: "verdict", tone: "bad", text },
    modelCard({ ...sampleScenario().model, name: text }),
    dataTable(
      [
        { title: text, unit: text },
        { title: "n", base: "s" },
      ],
      [[text, 1]],
      { caption: text },
    ),
    derivationTree(
      {
        kind: "input",
        path: text,
        value: 1,
        unit: "1",
        origin: { kind: "given", text, file: text, cite: text },
      },
      { latex: () => text },
    ),
  );
}

describe("HTML", () => {
  for (const text of NASTY) {
    it(`shows ${text} as text`, () => {
      const html = toHtml(nastyDocument(text));
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);
      expect(tags.filter((tag) => ["script", "img", "iframe"].includes(tag ?? ""))).toEqual([]);
      expect(html).toContain(escapeHtml(text));
      expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    });
  }

  it("escapes to something that reads back as the text", () => {
    const back = escapeHtml("<&>\"'`").replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(back).toBe("<&>\"'`");
  });
});

describe("Markdown and LaTeX", () => {
  it("keep a table's cells apart", () => {
    const table = dataTable([{ title: "a|b" }], [["x | y"], ["<b>"], ["5% of $3_000 & more"]]);
    const rows = toMarkdown(documentOf(table)).split("\n");
    for (const row of rows) expect(row.replace(/\\\|/g, "").match(/\|/g)).toHaveLength(2);
    expect(toMarkdown(documentOf(table))).not.toContain("<b>");
    expect(toLatex(documentOf(table))).toContain("5\\% of \\$3\\_000 \\& more");
  });
});

describe("text", () => {
  it("lets no name steer the terminal", () => {
    const text = toText(nastyDocument("\u001b[2J\u0007name\r\nnext\u009b31m"), { color: false });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be gone
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(text).toContain("name next");
  });
});
