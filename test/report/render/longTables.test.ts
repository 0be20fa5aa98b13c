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

test("the line that counts rows left out makes no column wider", () => {
  expect(toText(document).split("\n")).toContain("… 99,900 more rows");
  expect(toText(document).split("\n")[0]).toBe("       n");
  expect(toHtml(document)).toContain('<td colspan="1"');
});

test("data keeps every row", () => {
  expect(JSON.stringify(toJson(document)).match(/\b\d+\b/g)?.length).toBe(100_000);
});

test("long paths in HTML may break after their slashes, short ones and words stay whole", () => {
  const rows = [
    [{ text: "see <org>/library, src/library/configs/tpu/README.md" }],
    [{ text: "deep_pipeline_of_eight_stages_of_a_name, a_name" }],
  ];
  const html = toHtml({ blocks: [{ kind: "table", columns: [{ title: "cite", align: "left" }], rows }] });
  expect(html).toContain(
    "deep_<wbr>pipeline_<wbr>of_<wbr>eight_<wbr>stages_<wbr>of_<wbr>a_<wbr>name, a_name<",
  );
  expect(html).toContain("see &#60;org&#62;/library, src/<wbr>library/<wbr>configs/<wbr>tpu/<wbr>README.md");
});

test("in HTML a remark beside many columns is a row below its own, and heads may break behind their dots", () => {
  const titles = ["rank", "model", "plan.sequence_parallel", "plan.tp", "plan.pp", "step_time"];
  const html = toHtml({
    blocks: [
      {
        kind: "table",
        columns: [
          ...titles.map((title) => ({ title, align: "right" as const })),
          { title: "why not", align: "left", remark: true },
        ],
        rows: [[...titles.map(() => ({ text: "–" })), { text: "nothing works here", value: "" }]],
      },
    ],
  });
  expect(html).not.toContain("why not");
  expect(html).toMatch(
    /<\/tr><tr><td colspan="6"[^>]*><div style="max-width:56em[^>]*>↳ nothing works here</,
  );
  expect(html).toContain(">plan.<wbr>sequence_<wbr>parallel<");
  expect(html).toContain(">step_time<");
});
