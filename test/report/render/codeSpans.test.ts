import { describe, expect, it } from "vitest";
import { type Document, toHtml, toLatex, toMarkdown, toText } from "../../../src/report/index.ts";

const text = "The extra tokens are in `token_factor.sync` & <more>.";
const document: Document = {
  blocks: [
    { kind: "paragraph", text },
    { kind: "verdict", tone: "warning", text },
    {
      kind: "table",
      caption: "Skipped by `where a|b`",
      columns: [{ title: "reason", align: "left" }],
      rows: [[{ text: "`where memory.fits != no` keeps them" }], [{ text: "a lone ` stays" }]],
    },
    { kind: "tree", root: { text: "tokens under `asynchronous`", children: [] } },
    { kind: "file", name: "run.sh", language: "bash", lines: ["echo `hostname`"] },
  ],
};

describe("code in texts", () => {
  it("is an element in HTML", () => {
    const html = toHtml(document);
    expect(html).toMatch(/extra tokens are in <code [^>]*>token_factor\.sync<\/code> &#38; &#60;more&#62;\./);
    expect(html).toMatch(/<code [^>]*>where memory\.fits != no<\/code> keeps them/);
    expect(html).toMatch(/tokens under <code [^>]*>asynchronous<\/code>/);
    expect(html).toContain("a lone &#96; stays");
    expect(html).toContain("echo &#96;hostname&#96;");
  });

  it("has no backticks in a terminal, except in files", () => {
    const lines = toText(document).split("\n");
    expect(lines.filter((line) => line.includes("`")).map((line) => line.trim())).toEqual([
      "a lone ` stays",
      "echo `hostname`",
    ]);
    expect(lines.join("\n")).toContain("where memory.fits != no keeps them");
  });

  it("is a code span in Markdown and typewriter text in LaTeX", () => {
    expect(toMarkdown(document)).toContain("in `token_factor.sync` & &lt;more\\>.");
    expect(toMarkdown(document)).toContain("**Skipped by `where a\\|b`**");
    expect(toLatex(document)).toContain("\\texttt{token\\_factor.sync} \\&");
  });
});
