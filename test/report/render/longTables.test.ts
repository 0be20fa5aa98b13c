import { expect, test } from "vitest";
import { type Table, toHtml, toJson, toLatex, toMarkdown, toText } from "../../../src/report/index.ts";

const table: Table = {
  kind: "table",
  columns: [{ title: "n", align: "right" }],
  rows: Array.from({ length: 100_000 }, (_, n) => [{ text: `row${n}`, value: n }]),
};
const document = { blocks: [table] };
const count = (text: string): number => (text.match(/row\d+/g) ?? []).length;

test.each([
  ["text", toText],
  ["HTML", toHtml],
  ["Markdown", toMarkdown],
  ["LaTeX", toLatex],
])("%s draws the first and last rows of a long table and counts the others", (_, render) => {
  const text = render(document);
  expect(count(text)).toBe(100);
  expect(text).toContain("row89");
  expect(text).toContain("row99999");
  expect(text).toContain("… 99,900 more rows");
});

test("data keeps every row", () => {
  expect(JSON.stringify(toJson(document)).match(/\b\d+\b/g)?.length).toBe(100_000);
});

test("long paths in HTML may break after their slashes, short ones and words stay whole", () => {
  const rows = [[{ text: "see <org>/library, src/library/configs/tpu/README.md" }]];
  const html = toHtml({ blocks: [{ kind: "table", columns: [{ title: "cite", align: "left" }], rows }] });
  expect(html).toContain("see &#60;org&#62;/library, src/<wbr>library/<wbr>configs/<wbr>tpu/<wbr>README.md");
});
