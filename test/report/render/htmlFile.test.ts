import { expect, test } from "vitest";
import { htmlPage, toHtml } from "../../../src/report/index.ts";

const file = {
  blocks: [{ kind: "file", name: "a<b>.sh", language: "bash", lines: ["set -e", "echo '<&>'"] }],
} as const;

test("a file is its name and its text, escaped, and one click selects all of it", () => {
  const html = toHtml(file);
  expect(html).toContain(">a&#60;b&#62;.sh</figcaption>");
  expect(html).toMatch(/<code [^>]*user-select:all[^>]*>set -e\necho &#39;&#60;&#38;&#62;&#39;<\/code>/);
});

test("a page with a file has a script that copies it; one without has none", () => {
  const page = (blocks: typeof file.blocks | readonly []) =>
    htmlPage([{ blocks }], { title: "t", plotlyJs: "" });
  expect(page(file.blocks)).toContain("navigator.clipboard");
  expect(page([])).not.toContain("<script>");
});
