import { describe, expect, it } from "vitest";
import { expectationTable, toHtml, toText } from "../../../src/report/index.ts";

const table = (text: string, cite: string) =>
  expectationTable([
    {
      ...{ line: 1, text, claim: null, actual: 4.2, expected: 4, unit: "s", relError: 0.05 },
      ...{ within: "10%", pass: true, exercise: null, cite },
    },
  ]);

describe("words that stay on one line in HTML", () => {
  it("a short header", () => {
    expect(toHtml(table("a ~= 4 s", ""))).toMatch(/<th[^>]*white-space:nowrap;[^>]*>off by</);
  });

  it.each([
    ["arXiv:2104.04473, Table 1", "Table\u00a01"],
    ["arXiv:2205.05198, eq. 2; Figure 8", "eq.\u00a02; Figure\u00a08"],
    ["the paper, section 3.3.2", "section\u00a03.3.2"],
    ["NVIDIA's data sheet, p. 4", "p.\u00a04"],
    ["Appendix B", "Appendix\u00a0B"],
  ])("a place in a source: %s", (cite, whole) => {
    expect(toHtml(table("a ~= 4 s", cite))).toContain(whole);
    expect(toText(table("a ~= 4 s", cite), { width: 200 })).toContain(cite);
  });

  it("but not other words", () => {
    expect(toHtml(table("a ~= 4 s", "a table of numbers, see figure caption"))).not.toContain("\u00a0");
  });
});
